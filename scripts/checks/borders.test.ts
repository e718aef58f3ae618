import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, test } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

interface Planted {
  path: string
  code: string
}

const importing = (path: string, target: string): Planted => ({
  path,
  code: `import { a } from "${target}"\n\nexport const b = a\n`,
})

/** One half of a circle that only the compiler would see: it is made of types. */
const circle = (path: string, target: string): Planted => ({
  path,
  code: `import type { A } from "${target}"\n\nexport type B = A[]\nexport type { B as A }\n`,
})

/** Lints files as if they stood in the project. @returns what was found, by path */
function lint(files: readonly Planted[]): Map<string, string> {
  const dir = mkdtempSync(join(tmpdir(), "aworan-lint-"))
  cpSync(join(root, "biome.json"), join(dir, "biome.json"))
  for (const { path, code } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), code)
  }
  const args = ["lint", "--reporter=github", "--vcs-enabled=false", "--max-diagnostics=none", "."]
  const { stdout } = spawnSync("biome", args, { cwd: dir, encoding: "utf8" })
  rmSync(dir, { recursive: true, force: true })
  return new Map(
    files.map(({ path }) => [
      path,
      stdout
        .split("\n")
        .filter((line) => line.includes(`/${path},`))
        .join("\n"),
    ]),
  )
}

const violations: [path: string, target: string, message: string][] = [
  ["contract/planted.ts", "#server/platform/ids.ts", "contract/ imports zod"],
  ["imaging/render/planted.ts", "#contract/errors.ts", "pixels in, pixels out"],
  ["imaging/render/files.ts", "node:fs", "pixels in, pixels out"],
  ["server/platform/planted.ts", "#server/features/money/credits/service.ts", "platform/ would fit any product"],
  ["server/adapters/mail/planted.ts", "#server/features/money/credits/service.ts", "an adapter knows its port"],
  ["server/adapters/mail/drawing.ts", "#imaging/render/draw.ts", "only the local engine"],
  ["server/media/upwards.ts", "#server/features/hosted/files/service.ts", "media/ lies below the features"],
  ["server/media/disk.ts", "#server/adapters/storage/disk/disk.ts", "media/ sees the port"],
  ["server/media/drawing.ts", "#imaging/render/draw.ts", "only the local engine"],
  ["server/platform/pictures.ts", "#server/media/objects.ts", "platform/ would fit any product"],
  ["server/mail/upwards.ts", "#server/features/hosted/files/service.ts", "mail/ lies below the features"],
  ["server/features/money/credits/mailing.ts", "#server/adapters/mail/smtp/smtp.ts", "features see the port"],
  ["server/features/money/credits/drawing.ts", "#imaging/render/draw.ts", "only the local engine"],
  ["server/features/money/credits/routes.ts", "./queries.ts", "never SQL"],
  ["server/features/money/credits/queries.ts", "#server/features/identity/profiles/service.ts", "SQL and nothing else"],
  ["server/features/money/credits/upwards.ts", "../profiles/service.ts", "./ inside a folder"],
  ["web/ui/planted.tsx", "#contract/errors.ts", "ui/ knows nothing"],
  ["web/lib/sdk.ts", "appwrite", "backend.ts is the only module"],
  ["web/lib/upwards.ts", "#web/features/identity/sign-in/schemas.ts", "lib/ stands below"],
  ["web/features/studio/photos/planted.tsx", "#imaging/cutout/adjust-edge.ts", "only the workers that show what comes"],
  ["web/lib/pixels.ts", "#imaging/cutout/adjust-edge.ts", "only the workers that show what comes"],
  ["web/features/identity/sign-in/sdk.tsx", "appwrite", "backend.ts is the only module"],
]

const allowed: [path: string, target: string][] = [
  ["server/features/studio/generations/planted.ts", "#server/features/money/credits/service.ts"],
  ["server/features/studio/generations/storing.ts", "#server/adapters/storage/port.ts"],
  ["server/features/studio/generations/keeping.ts", "#server/media/stored-picture.ts"],
  ["server/media/storing.ts", "#server/adapters/storage/port.ts"],
  ["server/adapters/image-engine/local/planted.ts", "#imaging/render/draw.ts"],
  ["web/features/identity/sign-in/planted.tsx", "#web/lib/calls/backend.ts"],
  ["web/features/studio/photos/refine/edge-worker.ts", "#imaging/cutout/adjust-edge.ts"],
  ["web/features/studio/photos/refine/tap-worker.ts", "#imaging/cutout/taps/mend-by-taps.ts"],
]

describe("lint", () => {
  const environment = "export const port = process.env.PORT\n"
  const found = lint([
    ...violations.map(([path, target]) => importing(path, target)),
    ...allowed.map(([path, target]) => importing(path, target)),
    { path: "server/platform/environment.ts", code: environment },
    { path: "server/main.ts", code: environment },
    circle("server/platform/circle-a.ts", "./circle-b.ts"),
    circle("server/platform/circle-b.ts", "./circle-a.ts"),
  ])

  test.each(violations)("refuses %s importing %s", (path, _target, message) => {
    expect(found.get(path)).toContain("::error")
    expect(found.get(path)).toContain(message)
  })

  test.each(allowed)("lets %s import %s", (path) => {
    expect(found.get(path)).toBe("")
  })

  test("refuses files that import each other, types included", () => {
    for (const half of ["a", "b"]) {
      expect(found.get(`server/platform/circle-${half}.ts`)).toContain("noImportCycles")
    }
  })

  test("refuses the environment outside of the places that read it", () => {
    expect(found.get("server/platform/environment.ts")).toContain("::error")
    expect(found.get("server/main.ts")).toBe("")
  })
})

describe("the compiler", () => {
  let dir: string

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "aworan-borders-"))
    for (const path of [
      "package.json",
      "tsconfig.base.json",
      "contract",
      "web/tsconfig.json",
      "server/tsconfig.json",
    ]) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      cpSync(join(root, path), join(dir, path), { recursive: true })
    }
    mkdirSync(join(dir, "imaging"))
    cpSync(join(root, "imaging/tsconfig.json"), join(dir, "imaging/tsconfig.json"))
    writeFileSync(join(dir, "imaging/empty.ts"), "export const nothing = 0\n")
    mkdirSync(join(dir, "server/platform"), { recursive: true })
    writeFileSync(join(dir, "server/platform/secret.ts"), "export type Secret = string\n")
    symlinkSync(join(root, "node_modules"), join(dir, "node_modules"))
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  function compile(project: string, code: string): string {
    writeFileSync(join(dir, project, "planted.ts"), code)
    const result = spawnSync("tsc", ["-b", project], { cwd: dir, encoding: "utf8" })
    rmSync(join(dir, project, "planted.ts"))
    return result.stdout
      .split("\n")
      .filter((line) => line.includes("planted.ts"))
      .join("\n")
  }

  test("refuses a browser file that imports the server, even for a type", () => {
    expect(
      compile("web", 'import type { Secret } from "#server/platform/secret.ts"\n\nexport type A = Secret\n'),
    ).toMatch(/TS\d+/)
  })

  test("refuses the page's document on the server, and the machine's process in the browser", () => {
    expect(compile("server", "export const title = document.title\n")).toContain("TS2584")
    expect(compile("web", "export const where = process.cwd()\n")).toContain("TS2591")
  })

  test("lets a browser file import the contract", () => {
    expect(compile("web", 'import type { ErrorType } from "#contract/errors.ts"\n\nexport type A = ErrorType\n')).toBe(
      "",
    )
  })
})
