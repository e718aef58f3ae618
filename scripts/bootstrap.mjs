// Installs what a bare clone lacks, before the first script runs. Plain JavaScript without dependencies: it runs on the
// system's own Node, which may be 18 or 20; what follows runs on the Node that this installs.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, "node_modules")
const stampPath = join(modules, ".aworan-stamp")
const lockDir = join(root, ".bootstrap-lock")

/** A lock older than this belongs to an installation that died. */
const staleLockMs = 15 * 60_000

const wanted = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .update(`${process.platform} ${process.arch}`)
  .digest("hex")

function isInstalled() {
  return existsSync(stampPath) && readFileSync(stampPath, "utf8") === wanted
}

function takeLock() {
  try {
    mkdirSync(lockDir)
    return true
  } catch {
    const age = existsSync(lockDir) ? Date.now() - statSync(lockDir).mtimeMs : 0
    if (age > staleLockMs) rmSync(lockDir, { recursive: true, force: true })
    return false
  }
}

/** npm passes its own settings on to what it starts; some of them would leave half of the packages out. */
function cleanEnvironment() {
  const env = { ...process.env }
  delete env.NODE_ENV
  for (const name of Object.keys(env)) {
    if (/^npm_(config_(omit|production|include|workspace.*|only)|lifecycle_.*|package_.*|command)$/i.test(name))
      delete env[name]
  }
  return env
}

function install() {
  process.stdout.write("Installing packages. The first time takes a minute or two.\n")
  const args = ["ci", "--include=dev", "--include=optional", "--loglevel=error", "--no-audit", "--no-fund"]
  const npm = process.env.npm_execpath
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit", env: cleanEnvironment() })
    : spawnSync("npm", args, {
        cwd: root,
        stdio: "inherit",
        env: cleanEnvironment(),
        shell: process.platform === "win32",
      })
  if (result.status !== 0) {
    process.stderr.write("The packages could not be installed; npm said why above.\n")
    process.exit(result.status ?? 1)
  }
  writeFileSync(stampPath, wanted)
}

/** Where no Node 24 package exists for this platform, the system's own must do. */
function checkNode() {
  const own = join(modules, ".bin", process.platform === "win32" ? "node.cmd" : "node")
  const major = Number(process.versions.node.split(".")[0])
  if (existsSync(own) || major >= 24) return
  process.stderr.write(`Node 24 or newer is needed on this platform; this is ${process.version}.\n`)
  process.exit(1)
}

while (!isInstalled()) {
  if (takeLock()) {
    try {
      if (!isInstalled()) install()
    } finally {
      rmSync(lockDir, { recursive: true, force: true })
    }
  } else {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  }
}
checkNode()
