// Installs what a bare clone lacks, before scripts/launcher/run.mjs runs a program. Plain JavaScript without dependencies: it runs on
// the system's own Node, which may be 18 or 20; what follows runs on the Node that this installs.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const modules = join(root, "node_modules")
const stampPath = join(modules, ".aworan-stamp")
const lockDir = join(root, ".bootstrap-lock")

const holderPath = join(lockDir, "pid")

/** A lock older than this belongs to an installation that died. */
const staleLockMs = 15 * 60_000

/** Time to write down who took the lock, in ms. */
const namingMs = 5_000

const wanted = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .update(`${process.platform} ${process.arch}`)
  .digest("hex")

function isInstalled() {
  return existsSync(stampPath) && readFileSync(stampPath, "utf8") === wanted
}

/** How long ago the lock was taken, in ms; 0 when it has just been given back. */
function ageOfLock() {
  try {
    return Date.now() - statSync(lockDir).mtimeMs
  } catch {
    return 0
  }
}

/** Whether the installation that took the lock has ended without giving it back. */
function isAbandoned() {
  const age = ageOfLock()
  if (age > staleLockMs) return true
  try {
    const [pid, host] = readFileSync(holderPath, "utf8").split(" ")
    // Processes of another machine, or of another container, cannot be seen from here.
    if (host !== hostname()) return false
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    if (error.code === "ENOENT") return age > namingMs
    return error.code === "ESRCH"
  }
}

/** @throws what keeps everybody from taking the lock, such as a folder that cannot be written */
function takeLock() {
  try {
    mkdirSync(lockDir)
    writeFileSync(holderPath, `${process.pid} ${hostname()}`)
    return true
  } catch (error) {
    if (error.code !== "EEXIST") throw error
    if (isAbandoned()) rmSync(lockDir, { recursive: true, force: true })
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
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", env: cleanEnvironment() })
  if (result.status === 0) writeFileSync(stampPath, wanted)
  else process.stderr.write("The packages could not be installed; npm said why above.\n")
  return result.status ?? 1
}

/** The Node that is installed; where no package of it exists for this platform, the system's own must do. */
function findNode() {
  const own = join(modules, ".bin", "node")
  if (existsSync(own)) return own
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath
  process.stderr.write(`Node 24 or newer is needed on this platform; this is ${process.version}.\n`)
  process.exit(1)
}

/** @returns 0 once the packages are there, else what npm ended with */
function installOnce() {
  for (let isTold = false; !isInstalled(); ) {
    if (takeLock()) {
      try {
        return isInstalled() ? 0 : install()
      } finally {
        rmSync(lockDir, { recursive: true, force: true })
      }
    }
    if (!isTold) process.stdout.write("Another process installs the packages. Waiting for it to end.\n")
    isTold = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  }
  return 0
}

try {
  const status = installOnce()
  if (status !== 0) process.exit(status)
} catch (error) {
  process.stderr.write(`The packages cannot be installed in ${root}: ${error.message}\n`)
  process.exit(1)
}
/** The program that runs everything else. */
export const node = findNode()
