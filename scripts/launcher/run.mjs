// Runs a program on the Node that comes with the packages, which it installs first on a bare clone: every command of
// package.json goes through here. Plain JavaScript for whatever Node there is. It is started with `exec`: a shell between npm
// and this would end on a stop signal alone, and npm with it, while the product still stops.
import { spawn } from "node:child_process"
import { delimiter, join } from "node:path"
import { modules, node, root } from "./bootstrap.mjs"

const [program, ...args] = process.argv.slice(2)

/** Programs that ours start are found as npm finds them, also where npm did not start this one. */
const path = [join(modules, ".bin"), process.env.PATH].filter(Boolean).join(delimiter)

/**
 * Blocks from 128 kB on go back to the system as soon as they are free, and threads share two heaps. By itself glibc keeps what the
 * largest moment took: three photos of 12 megapixels left the product at 910 MB instead of 370 (deploy/ sets the same where nothing of this runs).
 */
const leanMemory = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" }

const child = spawn(node, [join(root, program), ...args], {
  stdio: "inherit",
  env: { ...leanMemory, ...process.env, PATH: path },
})
for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) {
  process.on(signal, () => {
    // Ctrl+C in a terminal reaches the program by itself.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
  })
}
child.on("error", (error) => {
  process.stderr.write(`${node} does not start: ${error.message}\n`)
  process.exit(1)
})
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
