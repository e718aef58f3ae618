import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { checkFolders } from "#scripts/checks/check-folders.ts"
import { portShapes } from "./provider.ts"
import { type Skeleton, skeletons } from "./skeletons.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-skeletons-"))
  for (const path of ["package.json", "biome.json", "tsconfig.base.json", "contract", "imaging", "server"])
    cpSync(join(root, path), join(dir, path), { recursive: true })
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function run(program: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(program, args, { cwd: dir, encoding: "utf8" })
  return stdout + stderr
}

/** Writes it into the copy, with the lines where they are said to belong. */
function plant({ files, lines }: Skeleton): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  for (const { file, text, before } of lines) {
    const whole = readFileSync(join(dir, file), "utf8")
    expect(whole.split(before).length, `${file} has ${before} once`).toBe(2)
    writeFileSync(
      join(dir, file),
      whole.replace(before, () => text + before),
    )
  }
}

const ports = ["identity-providers", ...Object.keys(portShapes)]

test("a feature, a job, a collection and a provider of every port are written in order, keep to folders, and compile", () => {
  const made = [
    ["feature", "studio/own-shelf"],
    ["job", "studio/own-shelf/tidy-shelf"],
    ["collection", "studio/own-shelf"],
    ...ports.map((port) => ["provider", `${port}/carrier-pigeon`]),
  ].map(([kind = "", path = ""]) => skeletons[kind]?.make(path) ?? { files: [], lines: [], next: [] })
  made.forEach(plant)
  const paths = made.flatMap(({ files }) => files.map(({ path }) => path))
  expect(paths).toHaveLength(6 + 1 + 2 * 7)
  expect(run("biome", "ci", "--vcs-enabled=false", "--colors=off", ...paths)).not.toMatch(/━/)
  expect(checkFolders(dir)).toEqual([])
  expect(run("tsc", "-b", "server")).toBe("")
  const listed = `import { settings } from "#server/settings/all.ts"
console.log(settings.map(({ name }) => name).filter((name) => name.startsWith("CARRIER_PIGEON")).join())`
  const names = ["CLIENT_ID", "CLIENT_SECRET", ...ports.slice(1).map(() => "KEY")].map(
    (name) => `CARRIER_PIGEON_${name}`,
  )
  expect(run("node", "--input-type=module", "--eval", listed).trim().split(",").toSorted()).toEqual(names.toSorted())
  // The compiler reads the whole server.
}, 400_000)

test("what is no name, no area and no port is refused with what there is", () => {
  expect(() => skeletons.feature?.make("Studio/shelf")).toThrow(/must be AREA\/NAME/)
  expect(() => skeletons.feature?.make("cellar/shelf")).toThrow(/areas: identity/)
  expect(() => skeletons.provider?.make("pigeons/one")).toThrow(/is no port; there are: image-engine/)
})
