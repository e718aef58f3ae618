import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process"

/** What this process started and what has not ended yet. */
const children = new Set<ChildProcess>()

let isWatching = false

/** Of util-linux: asks the kernel to end the child together with whoever started it, however that ends. */
const setpriv = ["--pdeathsig", "KILL", "--"]
const hasSetpriv = canTie()

function canTie(): boolean {
  try {
    execFileSync("setpriv", [...setpriv, "true"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** Starts a program that does not outlive this process, nor, in tests, the file that started it. */
export function spawnTied(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = hasSetpriv
    ? spawn("setpriv", [...setpriv, command, ...args], options)
    : spawn(command, [...args], options)
  children.add(child)
  child.once("exit", () => children.delete(child))
  if (!isWatching) process.once("exit", endChildren)
  isWatching = true
  return child
}

/** Ends at once whatever is left of what `spawnTied` started. */
export function endChildren(): void {
  for (const child of children) child.kill("SIGKILL")
}
