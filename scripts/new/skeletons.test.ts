import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { checkFolders } from "#scripts/checks/check-folders.ts"
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
  for (const { file, line, before } of lines) {
    const text = readFileSync(join(dir, file), "utf8")
    expect(text.split(`\n${before}\n`).length, `${file} has one line ${before}`).toBe(2)
    writeFileSync(join(dir, file), text.replace(`\n${before}\n`, `\n${line}\n${before}\n`))
  }
}

test("a feature, a job, a collection and a provider are written in order, keep to folders, and compile", () => {
  const made = Object.entries({
    feature: "studio/own-shelf",
    job: "studio/own-shelf/tidy-shelf",
    collection: "studio/own-shelf",
    provider: "messages/pigeon",
  }).map(([kind, path]) => skeletons[kind]?.make(path) ?? { files: [], lines: [], next: [] })
  made.forEach(plant)
  const paths = made.flatMap(({ files }) => files.map(({ path }) => path))
  expect(paths).toHaveLength(7)
  expect(run("biome", "ci", "--vcs-enabled=false", "--colors=off", ...paths)).not.toMatch(/━/)
  expect(checkFolders(dir)).toEqual([])
  expect(run("tsc", "-b", "server")).toBe("")
  // The compiler reads the whole server.
}, 400_000)

test("what is no name, no area and no port is refused with what there is", () => {
  expect(() => skeletons.feature?.make("Studio/shelf")).toThrow(/must be AREA\/NAME/)
  expect(() => skeletons.feature?.make("cellar/shelf")).toThrow(/areas: identity/)
  expect(() => skeletons.provider?.make("pigeons/one")).toThrow(/is no port; there are: image-engine/)
})
