import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { findPostgres, startCluster, withDatabase } from "#server/testing/databases/postgres-cluster.ts"
import { runProgram, signUpAt } from "#server/testing/processes/processes.ts"
import { startProduct } from "./product.ts"
import { freePorts, startProgram, untilListening } from "./programs.ts"
import type { Rehearsal } from "./rehearsal.ts"

/** PgBouncer in both of its modes before a PostgreSQL of the rehearsal's own. */
export const pgBouncer: Rehearsal = {
  name: "pgbouncer",
  packages: { pgbouncer: "pgbouncer", initdb: "postgresql" },
  seconds: 240,
  async run(stage) {
    const { dir, row } = stage
    const programs = findPostgres()
    if (programs === null) throw new Error("PostgreSQL 15 or newer is needed.")
    const cluster = await startCluster(programs)
    stage.afterwards(() => cluster.stop())
    const [port = 0] = await freePorts(1)
    const postgresPort = new URL(cluster.baseUrl).port
    for (const name of ["by_transaction", "by_session"]) {
      const create = ["-h", "127.0.0.1", "-p", postgresPort, "-U", "aworan", "-d", "postgres", "-c"]
      execFileSync(join(programs, "psql"), [...create, `create database ${name}`], { stdio: "ignore" })
    }
    const database = (name: string, mode: string): string =>
      `${name} = host=127.0.0.1 port=${postgresPort} dbname=${name} user=aworan pool_mode=${mode}`
    const file = join(dir, "pooler.ini")
    const lines = [
      "[databases]",
      database("by_transaction", "transaction"),
      database("by_session", "session"),
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "auth_type = any",
      "unix_socket_dir =",
      "max_client_conn = 400",
      "default_pool_size = 90",
    ]
    writeFileSync(file, `${lines.join("\n")}\n`)
    // It refuses to run as root.
    const isRoot = process.getuid?.() === 0
    const id = (flag: string): number => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }).trim())
    if (isRoot) {
      chmodSync(dir, 0o755)
      chownSync(file, id("-u"), id("-g"))
    }
    const program = startProgram(stage, "pgbouncer", [file], isRoot ? { uid: id("-u"), gid: id("-g") } : {})
    await untilListening(port, program)
    const url = (name: string): string => withDatabase(`postgres://aworan@127.0.0.1:${port}`, name)
    const shared = (name: string): Record<string, string> => ({ DATABASE_URL: url(name), ENGINE: "fake" })

    for (const role of ["web", "worker"]) {
      await row(`by the transaction, two ${role} processes say what is needed and end`, async () => {
        const ended = await Promise.all(
          (await freePorts(2)).map((own) => {
            const dataDir = join(dir, `${role}-${own}`)
            mkdirSync(dataDir)
            const ports = { PORT: String(own), WORKER_PORT: "0", DATA_DIR: dataDir }
            return runProgram("server/main.ts", { ...shared("by_transaction"), ...ports, ROLE: role }, [])
          }),
        )
        for (const { code, output } of ended) {
          assert.equal(code, 1, output)
          assert.match(output, /pool_mode = session/)
        }
      })
    }
    await row("by the session, two web and two worker processes start at once and share their work", async () => {
      const start = (role: string) =>
        startProduct(stage, { ...shared("by_session"), ROLE: role, MESSAGES: "captured" }, "shared")
      const [first, second] = await Promise.all([start("web"), start("web"), start("worker"), start("worker")])
      if (!first || !second) throw new Error("They did not start.")
      // The mail is written by a worker, and read at the other web process.
      const person = await signUpAt(first, "pooled@example.com")
      assert.equal((await person.send(second, "GET", "/v1/account")).status, 200)
    })
  },
}
