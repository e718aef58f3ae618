import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "@playwright/test"
import { unpackDatabase } from "#server/testing/processes/processes.ts"
import { startOutput } from "./e2e/start-output.ts"

const port = Number(process.env.E2E_PORT ?? 3877)
const url = `http://localhost:${port}`
const providersPort = port + 1
const providersUrl = `http://localhost:${providersPort}`

function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "aworan-e2e-"))
  unpackDatabase(dataDir)
  return dataDir
}

/** The processes that run the journeys read this file too, but start no product. */
const startsProduct = process.env.TEST_WORKER_INDEX === undefined

/** Journeys through the started product in a real browser, on a phone and on a desk. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  retries: Number(process.env.E2E_RETRIES ?? 0),
  timeout: 600_000,
  // A machine that is busy with other work takes many times as long: what says nothing about the product has a minute.
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? "test-results/report.json" }]],
  use: {
    baseURL: url,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Writing one down takes up to a quarter of a journey's processor time: only what stumbled once is traced.
    trace: "on-first-retry",
    contextOptions: { reducedMotion: "reduce" },
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: [
        ...["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
        // The browser without windows then writes as the whole one does, to the pixel.
        "--font-render-hinting=slight",
        // It does not know its line either, and would fetch pictures further ahead than the whole one does on 3G.
        "--blink-settings=lazyLoadingImageMarginPxUnknown=2500",
      ],
    },
  },
  // A journey that is tagged with a window goes through in that one only: a long one in the window of whoever makes it most.
  // studio-looks.spec.ts goes through the screens themselves in both.
  projects: [
    {
      name: "phone",
      grepInvert: /@desk/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: "desk", grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
  ],
  webServer: [
    {
      command: `exec node server/testing/processes/run-identity-provider.ts ${url} ${providersPort}`,
      url: `${providersUrl}/google/keys`,
      stdout: "ignore",
    },
    {
      // What it prints has the link that makes the first operator.
      command: `exec node scripts/start.ts > ${startOutput(port)}`,
      url: `${url}/readyz`,
      timeout: 120_000,
      gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
      stdout: "ignore",
      env: {
        PORT: String(port),
        VITE_PARTS_PAGE: "1",
        DATA_DIR: startsProduct ? makeDataDir() : "",
        RATE_LIMIT_FACTOR: "100",
        // The same way with fewer samples: a picture of the usual quality takes more than half a minute of a core.
        ENGINE_PICTURE_SECONDS: "1",
        REFERRALS: "1",
        LOG_LEVEL: "warn",
        GOOGLE_CLIENT_ID: "google-client",
        GOOGLE_CLIENT_SECRET: "google-secret",
        GOOGLE_ISSUER: `${providersUrl}/google`,
      },
    },
  ],
})
