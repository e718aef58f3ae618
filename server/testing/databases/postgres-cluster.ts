import { type ChildProcess, execFileSync } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { spawnTied } from "#server/testing/processes/tied-children.ts"

/** A PostgreSQL server that lives as long as the tests. */
export interface Cluster {
  /** Address of the server, without the name of a database. */
  baseUrl: string
  /** Number of its first process now. */
  pid(): number
  /** Ends every process of it at once, as a machine that dies does, and starts it again on the same files. */
  crash(): Promise<void>
  stop(): Promise<void>
}

const debianRoot = "/usr/lib/postgresql"

/** @returns the folder of PostgreSQL's server programs, null when this machine has none */
export function findPostgres(): string | null {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.filter((version) => Number(version) >= 15).map((version) => join(debianRoot, version, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ]
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))) ?? null
}

/** The server refuses to run as root; it then runs as this machine's least user. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string): number => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }).trim())
  return { uid: id("-u"), gid: id("-g") }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === "string") throw new Error("No free port was found.")
  return address.port
}

/**
 * For tests that never look at what a crash of the machine leaves: nothing waits for the disk, and connections go through
 * a socket of the file system instead of the network's.
 */
const hurriedSettings = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"]

/** Starts a fresh server on a free loopback port, in a folder of its own. */
export async function startCluster(programs: string, { isHurried = false } = {}): Promise<Cluster> {
  const user = unprivileged()
  const dir = mkdtempSync(join(tmpdir(), "aworan-postgres-"))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(dir, user.uid, user.gid)
  const data = join(dir, "data")
  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "aworan", "-A", "trust", "-E", "UTF8", "--no-sync"], {
    ...user,
    stdio: "ignore",
    cwd: dir,
  })
  const port = await freePort()
  const settings = [
    "listen_addresses=127.0.0.1",
    "max_connections=200",
    `unix_socket_directories=${dir}`,
    ...(isHurried ? hurriedSettings : []),
  ].flatMap((setting) => ["-c", setting])
  const start = (): ChildProcess =>
    spawnTied(join(programs, "postgres"), ["-D", data, "-p", String(port), ...settings], {
      ...user,
      stdio: "ignore",
      cwd: dir,
    })
  let server = start()
  const baseUrl = isHurried
    ? `postgres://aworan@localhost:${port}?host=${encodeURIComponent(dir)}`
    : `postgres://aworan@127.0.0.1:${port}`
  const ownDatabase = withDatabase(baseUrl, "postgres")
  await untilReady(ownDatabase)
  return {
    baseUrl,
    pid: () => server.pid ?? 0,
    async crash() {
      const ended = once(server, "exit")
      const helpers = childrenOf(server.pid)
      server.kill("SIGKILL")
      for (const pid of helpers) process.kill(pid, "SIGKILL")
      await ended
      server = start()
      await untilReady(ownDatabase)
    },
    async stop() {
      const ended = once(server, "exit")
      server.kill("SIGINT")
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Processes that this one began. */
function childrenOf(pid: number | undefined): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim()
  return listed === "" ? [] : listed.split(" ").map(Number)
}

/** @returns `baseUrl` with another database name */
export function withDatabase(baseUrl: string, name: string): string {
  const url = new URL(baseUrl)
  url.pathname = `/${name}`
  return url.href
}

/** @returns the address of the same database through a port of this machine, where something stands before it */
export function throughPort(address: string, port: number): string {
  const url = new URL(address)
  url.hostname = "127.0.0.1"
  url.port = String(port)
  url.searchParams.delete("host")
  return url.href
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(100)
    }
  }
  throw new Error("PostgreSQL did not start within 15 seconds.")
}
