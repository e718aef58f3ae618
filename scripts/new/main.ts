import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { skeletons } from "./skeletons.ts"

/** Writes what a new part begins with, and says which lines lists of the product need: `npm run new -- feature studio/shelf`. */
const root = fileURLToPath(new URL("../../", import.meta.url))
const [kind = "", path = ""] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

function fail(lines: readonly string[]): never {
  process.stderr.write(`${lines.join("\n")}\n`)
  process.exit(1)
}

const known = skeletons[kind]
if (!known) fail(Object.entries(skeletons).map(([name, { takes }]) => `npm run new -- ${name} ${takes}`))
try {
  const { files, lines, next } = known.make(path)
  const there = files.filter((file) => existsSync(join(root, file.path)))
  if (there.length > 0) fail(there.map((file) => `${file.path} is there already.`))
  for (const file of files) {
    mkdirSync(dirname(join(root, file.path)), { recursive: true })
    writeFileSync(join(root, file.path), file.text)
    say(`written  ${file.path}`)
  }
  for (const { file, text } of lines) say(`add to   ${file}\n         ${text.trim()}`)
  for (const words of next) say(`then     ${words}`)
} catch (error) {
  fail([error instanceof Error ? error.message : String(error)])
}
