import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, gzipSync } from "node:zlib"

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** What the browser app is made of; a change in any of it makes the build stale. */
const sources = ["web", "contract", "imaging", "scripts/prerender", "vite.config.ts", "package-lock.json"]
const dist = join(root, "dist")

/** Leads to the build of the sources as they are. */
const current = join(dist, "web")

/** Builds that stay beside the current one: a process serves the one with which it started. */
const storedBuilds = 2

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

/** Builds the browser app when its sources changed since the last build. What running processes serve stays as it is. */
export function buildWeb(): void {
  const name = `web-${fingerprint().slice(0, 16)}`
  if (!existsSync(join(dist, name))) build(name)
  if (linkedName() !== name) lead(name)
  dropOldBuilds(name)
}

function build(name: string): void {
  process.stdout.write("Building the browser app.\n")
  const dir = join(dist, `building-${process.pid}`)
  rmSync(dir, { recursive: true, force: true })
  try {
    // In a process of its own: the build sets NODE_ENV, which means something else to the server.
    execFileSync("vite", ["build", "--logLevel", "warn", "--outDir", dir, "--emptyOutDir"], {
      cwd: root,
      stdio: "inherit",
    })
    compressFiles(dir)
    execFileSync(process.execPath, [join("scripts", "prerender", "main.ts"), dir], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "production" },
    })
    // Only what is whole gets the name; somebody else may have built the same meanwhile.
    if (!existsSync(join(dist, name))) renameSync(dir, join(dist, name))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Lets `dist/web` lead to a build. */
function lead(name: string): void {
  const draft = join(dist, `link-${process.pid}`)
  rmSync(draft, { force: true })
  symlinkSync(process.platform === "win32" ? join(dist, name) : name, draft, "junction")
  // What is no link was built by a version before; a link is replaced at once where the system can.
  if (linkedName() === null || process.platform === "win32") rmSync(current, { recursive: true, force: true })
  renameSync(draft, current)
}

/** The build to which `dist/web` leads; null when it is a folder or not there. */
function linkedName(): string | null {
  try {
    return basename(readlinkSync(current))
  } catch {
    return null
  }
}

/** Longest time that a build takes on a slow machine, in ms; what is older was given up. */
const longestBuildMs = 60 * 60_000

function dropOldBuilds(name: string): void {
  for (const left of readdirSync(dist).filter((other) => /^(building|link)-\d+$/.test(other))) {
    const path = join(dist, left)
    if (Date.now() - lstatSync(path).mtimeMs > longestBuildMs) rmSync(path, { recursive: true, force: true })
  }
  const others = readdirSync(dist).filter((other) => /^web-[0-9a-f]{16}$/.test(other) && other !== name)
  const ages = others.map((other) => ({ path: join(dist, other), builtAt: statSync(join(dist, other)).mtimeMs }))
  for (const { path } of ages.sort((a, b) => b.builtAt - a.builtAt).slice(storedBuilds)) {
    rmSync(path, { recursive: true, force: true })
  }
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
