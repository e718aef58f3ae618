import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, gzipSync } from "node:zlib"

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What the browser app is made of; a change in any of it makes the build stale. */
const sources = ["web", "contract", "imaging", "scripts/prerender", "vite.config.ts", "package-lock.json"]
const stampPath = join(root, "dist", "web.stamp")

function* filesIn(path: string): Generator<string> {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) yield* filesIn(inner)
    else if (!entry.name.includes(".test.")) yield inner
  }
}

function fingerprint(): string {
  // `1` adds the page that shows every part, which tests photograph; otherwise it is there in development only.
  const partsPage = process.env.VITE_PARTS_PAGE ?? ""
  const hash = createHash("sha256").update(`parts page ${partsPage}\0`)
  for (const source of sources) {
    const path = join(root, source)
    for (const file of source.includes(".") ? [path] : filesIn(path)) {
      hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0")
    }
  }
  return hash.digest("hex")
}

/** Builds the browser app when its sources changed since the last build. */
export function buildWeb(): void {
  const wanted = fingerprint()
  if (existsSync(stampPath) && readFileSync(stampPath, "utf8") === wanted) return
  process.stdout.write("Building the browser app.\n")
  // In a process of its own: the build sets NODE_ENV, which means something else to the server.
  execFileSync("vite", ["build", "--logLevel", "warn"], { cwd: root, stdio: "inherit" })
  compressFiles(join(root, "dist", "web"))
  execFileSync(process.execPath, [join("scripts", "prerender", "main.ts")], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  })
  mkdirSync(dirname(stampPath), { recursive: true })
  writeFileSync(stampPath, wanted)
}

const compressible = /\.(js|css|html|svg|json|txt|xml|webmanifest)$/

/** Writes a .br and a .gz beside each text file, so that no request pays for compressing. */
function compressFiles(dir: string): void {
  for (const file of filesIn(dir)) {
    if (!compressible.test(file)) continue
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
