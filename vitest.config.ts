import { availableParallelism } from "node:os"
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vitest/config"
import { embeddedOnly } from "./server/testing/databases/one-database.ts"
import { findPostgres } from "./server/testing/databases/postgres-cluster.ts"

const databaseTests = {
  globalSetup: ["server/testing/databases/prepare-databases.ts"],
  setupFiles: ["server/testing/native-globals.ts", "server/testing/processes/end-left-processes.ts"],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Loading the product costs more than most files' tests: a process keeps it for one file after the other.
  isolate: false,
  // On two busy cores, collecting beside the tests is collecting in their way.
  execArgv: ["--single-threaded-gc"],
}

const screenTests = {
  environment: "./web/testing/one-page.ts",
  isolate: false,
  // It keeps what is shown, so it begins anew with our own modules.
  server: { deps: { inline: ["react-hot-toast"] } },
  setupFiles: ["web/testing/fresh-page.ts", "web/testing/keep-form-data.ts"],
}

/** Whoever reads or shows days and times: they give the same by a clock west, east and at the far end of the day. */
const datedTests = {
  server: [
    "contract/primitives.test.ts",
    "server/features/academy/admissions/{cohorts,emails,enrolments,interviews}/*.test.ts",
  ],
  web: [
    "web/lib/format/*.test.ts",
    "web/features/academy/admissions/!(assessment-screen).test.{ts,tsx}",
    "web/features/identity/dashboard/*.test.tsx",
  ],
}
/** Most servers have UTC; these have summer time, and the earliest day of all (UTC+14). */
const otherZones = ["Europe/London", "Pacific/Kiritimati"]

/** They draw and need no database. */
const localEngineTests = "server/adapters/image-engine/local/**/*.test.ts"

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL) || findPostgres() !== null
if (!hasPostgres) {
  if (process.env.CI) throw new Error("CI needs PostgreSQL: install it, or set TEST_DATABASE_URL.")
  process.stdout.write("No PostgreSQL was found: the feature tests run on the embedded database only.\n")
}

// Tests start the product a hundred times; what is read from here need not be compiled each time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled")

/** Everything but the journeys in a browser, which Playwright runs. */
export default defineConfig({
  test: {
    // One more than there are cores: much of it waits, for a silence that tells of a dead worker, for a disk.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: "imaging",
          include: ["imaging/**/*.test.ts", localEngineTests],
          testTimeout: 120_000,
          // Its functions keep nothing but tables: a process that has drawn before draws on.
          isolate: false,
        },
      },
      {
        test: {
          name: "server",
          include: ["contract/**/*.test.ts", "server/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: [localEngineTests],
          ...databaseTests,
        },
      },
      ...(hasPostgres
        ? [
            {
              test: {
                name: "server-postgres",
                include: [
                  "server/features/**/*.test.ts",
                  "server/admin/*.test.ts",
                  "server/tests/worker.test.ts",
                  "server/tests/personal-data.test.ts",
                ],
                exclude: [...embeddedOnly],
                env: { TEST_DATABASE: "postgres" },
                ...databaseTests,
              },
            },
          ]
        : []),
      { plugins: [react()], test: { name: "web", include: ["web/**/*.test.{ts,tsx}"], ...screenTests } },
      // What depends on this process's own clock shows here; the rest of the tests would say the same once more.
      ...otherZones.flatMap((zone) => [
        { test: { name: `server ${zone}`, include: datedTests.server, env: { TZ: zone }, ...databaseTests } },
        {
          plugins: [react()],
          test: { name: `web ${zone}`, include: datedTests.web, env: { TZ: zone }, ...screenTests },
        },
      ]),
    ],
  },
})
