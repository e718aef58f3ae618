// Runs a program on the Node that comes with the packages, which it installs first on a bare clone: every command of
// package.json goes through here. Plain JavaScript for whatever Node there is. It is started with `exec`: a shell between npm
// and this would end on a stop signal alone, and npm with it, while the product still stops.
import { spawn } from "node:child_process"
import { delimiter, join } from "node:path"
import { modules, node, root } from "./bootstrap.mjs"

const [program, ...args] = process.argv.slice(2)

/** Programs that ours start are found as npm finds them, also where npm did not start this one. */
const path = [join(modules, ".bin"), process.env.PATH].filter(Boolean).join(delimiter)

const child = spawn(node, [join(root, program), ...args], {
  stdio: "inherit",
  env: { ...process.env, PATH: path },
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
