import { type ChildProcess, execFileSync } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "#server/testing/processes/processes.ts"
import { spawnTied } from "#server/testing/processes/tied-children.ts"
import type { Stage } from "./rehearsal.ts"

export interface Program {
  child: ChildProcess
  /** What it printed so far. */
  output(): string
}

/** Starts a program that ends with the rehearsal. @param options.uid and gid: ids of the user that it runs as */
export function startProgram(
  { dir, afterwards }: Stage,
  command: string,
  args: readonly string[],
  { env = {}, cwd = dir, uid, gid }: { env?: Record<string, string>; cwd?: string; uid?: number; gid?: number } = {},
): Program {
  const path = `${process.env.PATH ?? ""}:/usr/sbin`
  const user = uid === undefined || gid === undefined ? {} : { uid, gid }
  const settings = { cwd, env: { PATH: path, HOME: dir, ...env }, ...user }
  const child = spawnTied(command, args, { ...settings, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => (output += text))
  afterwards(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    const isEnded = await Promise.race([ended, sleep(5_000).then(() => null)])
    if (isEnded === null) child.kill("SIGKILL")
  })
  return { child, output: () => output }
}

/** Waits until a program listens. @throws Error with what it printed when it does not within twenty seconds */
export async function untilListening(port: number, program?: Program): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (program && program.child.exitCode !== null) break
    const socket = connect(port, "127.0.0.1")
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await sleep(100)
  }
  throw new Error(`It does not listen. ${program?.output() ?? ""}`)
}

/** A certificate that nobody signed but itself, as Debian makes one for each machine. */
export function selfSigned(dir: string): { certificate: string; key: string } {
  const [certificate, key] = [join(dir, "certificate.pem"), join(dir, "key.pem")]
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject]
  execFileSync("openssl", [...request, "-keyout", key, "-out", certificate], { stdio: "ignore" })
  return { certificate, key }
}

/** Ports on which nobody listens right now, no two alike. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/** Asks again until something is there. @throws Error after `seconds` */
export async function eventually<T>(
  what: string,
  seconds: number,
  ask: () => Promise<T | null> | T | null,
): Promise<T> {
  const end = performance.now() + seconds * 1_000
  for (;;) {
    const found = await ask()
    if (found !== null) return found
    if (performance.now() > end) throw new Error(`${what} did not come within ${seconds} seconds.`)
    await sleep(100)
  }
}
