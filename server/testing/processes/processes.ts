import { type ChildProcess, execFile, execFileSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { databaseId } from "#contract/project.ts"
import { spawnTied } from "./tied-children.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** A server process of the product, started as an operator starts it. */
export interface RunningProcess {
  url: string
  child: ChildProcess
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Asks it to stop. @returns its exit code */
  stop(): Promise<number | null>
  /** What it printed so far. */
  output(): string
}

/** @returns a port on which nobody listens right now */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("No free port was found.")
  return address.port
}

/** Puts the test run's migrated database into a data folder that has none: making one takes most of a first start. */
export function unpackDatabase(dataDir: string): void {
  const image = process.env.TEST_EMBEDDED_IMAGE
  const folder = join(dataDir, "database")
  if (!image || !existsSync(image) || existsSync(folder)) return
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  execFileSync("tar", ["-xf", image, "-C", folder], { stdio: "ignore" })
}

/** What a process of a test gets from the environment of the tests. */
function inherited(): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}

/**
 * A process of a test ends before the embedded database's code, compiled well, has earned its compiling: a tenth of its
 * processor time. The local engine's does, in one picture; benches measure the product as it is. Collecting beside the
 * work is in the way of the tests' other processes, but lets go of large files late.
 */
function flagsFor({ ENGINE }: Record<string, string>): string[] {
  return !process.env.VITEST || ENGINE === "local" ? [] : ["--liftoff-only", "--single-threaded-gc"]
}

/** A program for `startProcess`: the product with the collections of conformance tests. */
export const withConformance = "server/testing/processes/run-with-conformance.ts"

/**
 * Starts a process and waits until it answers; a worker is ready when it says so.
 * @param flags for Node; none when its memory is measured
 */
export async function startProcess(
  settings: Record<string, string>,
  program = "server/main.ts",
  flags = flagsFor(settings),
): Promise<RunningProcess> {
  const port = settings.PORT ?? String(await freePort())
  if (settings.DATA_DIR && !settings.DATABASE_URL) unpackDatabase(settings.DATA_DIR)
  const child = spawnTied(process.execPath, [...flags, program], {
    cwd: root,
    env: {
      ...inherited(),
      ENGINE: "fake",
      LOG_LEVEL: "warn",
      RATE_LIMIT_FACTOR: "1000",
      WORKER_PORT: "0",
      ...settings,
      PORT: port,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  const ready = new Promise<void>((resolve, reject) => {
    const read = (text: Buffer): void => {
      output += text
      if (/^Aworan (runs at|worker runs)/m.test(output)) resolve()
    }
    child.stdout?.on("data", read)
    child.stderr?.on("data", read)
    child.once("exit", (code) => reject(new Error(`The process ended with ${code}: ${output}`)))
  })
  await ready
  const ended = once(child, "exit")
  return {
    url: `http://localhost:${port}`,
    child,
    async kill() {
      child.kill("SIGKILL")
      await ended
    },
    async stop() {
      child.kill("SIGTERM")
      await ended
      return child.exitCode
    },
    output: () => output,
  }
}

/** Runs a program of ours to its end. */
export function runProgram(
  program: string,
  settings: Record<string, string>,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...inherited(), ...settings }
    execFile(process.execPath, [...flagsFor(settings), program, ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

/** A person who talks to running processes over real sockets. */
export interface Visitor {
  accountId: string
  /** Value of the Cookie header. */
  cookie: string
  /** Sends a request with the session's cookie; several processes share the session. */
  send(process: RunningProcess, method: string, path: string, body?: object): Promise<Response>
}

const password = "a long enough password"

function post(process: RunningProcess, path: string, body: object, cookie = "", method = "POST"): Promise<Response> {
  return fetch(process.url + path, {
    method,
    headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  })
}

/** Signs in whom `signUpAt` signed up. */
export async function signInAt(process: RunningProcess, email: string): Promise<Visitor> {
  const session = await post(process, "/v1/account/sessions/email", { email, password })
  if (!session.ok) throw new Error(`Signing in failed: ${await session.text()}`)
  const { userId: accountId } = (await session.json()) as { userId: string }
  const cookie = session.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  return {
    accountId,
    cookie,
    send: (to, method, path, body) =>
      fetch(to.url + path, {
        method,
        headers: { cookie, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
  }
}

/** Signs up, confirms the address by the captured mail and so gets the welcome credits. */
export async function signUpAt(process: RunningProcess, email: string): Promise<Visitor> {
  await post(process, "/v1/account", { userId: "unique()", email, password, name: "Ada Obi" })
  const visitor = await signInAt(process, email)
  await post(process, "/v1/account/verification", { url: `${process.url}/verify-user` }, visitor.cookie)
  const link = new URL(await linkTo(process, email))
  const confirm = { userId: link.searchParams.get("userId"), secret: link.searchParams.get("secret") }
  const confirmed = await post(process, "/v1/account/verification", confirm, "", "PUT")
  if (!confirmed.ok) throw new Error(`Confirming the address failed: ${await confirmed.text()}`)
  const data = { phoneNumber: "+233241234567", country: "Ghana", state: "Accra" }
  const profiles = `/v1/databases/${databaseId}/collections/profiles/documents`
  const kept = await post(process, profiles, { documentId: "unique()", data }, visitor.cookie)
  if (!kept.ok) throw new Error(`Saving phone and place failed: ${await kept.text()}`)
  return visitor
}

async function linkTo(process: RunningProcess, email: string): Promise<string> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const mails = (await (await fetch(`${process.url}/dev/mail.json?to=${email}`)).json()) as { text: string }[]
    const link = mails[0]?.text.match(/https?:\/\/\S+/)?.[0]
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error("The mail did not come within ten seconds.")
}
