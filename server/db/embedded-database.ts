import { Worker } from "node:worker_threads"
import { type PGlite, types } from "@electric-sql/pglite"
import { serve } from "./embedded-host.ts"
import {
  type DatabaseCommand,
  type DatabaseReport,
  errorOf,
  type HostData,
  logLostCode,
  type Result,
  type RowMode,
} from "./embedded-messages.ts"

interface QueryOptions {
  rowMode?: RowMode
}

interface Statements {
  /** One statement with parameters. */
  query<T>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Result<T>>
  /** Statements without parameters; a result for each. */
  exec(text: string): Promise<Result<unknown>[]>
}

/** Who listens, by channel. */
type Hearers = Map<string, Set<(message: string) => void>>

interface EmbeddedTransaction extends Statements {
  rollback(): Promise<void>
}

/** How the database tells what happens to it. */
interface Hooks {
  /** The room that was kept back is used. */
  onReserveGiven?(): void
  /** The thread ended although nobody closed it. @param isLogLost the disk is full */
  onLost?(isLogLost: boolean): void
}

/** Carries commands out in their order. */
interface Carrier {
  ask(command: DatabaseCommand): Promise<unknown>
  /** Ends when the database is closed and its thread gone. */
  hasEnded: Promise<unknown>
}

/**
 * The embedded database, spoken to from outside. It has one connection: whoever comes in the middle of a transaction
 * waits for its end.
 */
export class EmbeddedDatabase implements Statements {
  readonly ready = true
  readonly waitReady = Promise.resolve()
  closed = false
  readonly #carrier: Carrier
  readonly #hearers: Hearers
  #turn: Promise<unknown> = Promise.resolve()

  private constructor(carrier: Carrier, hearers: Hearers) {
    this.#carrier = carrier
    this.#hearers = hearers
  }

  /**
   * Opens it on a thread of its own, and makes it where there is none.
   * @throws what kept the database from opening
   */
  static async open(data: HostData, hooks: Hooks = {}): Promise<EmbeddedDatabase> {
    const hearers: Hearers = new Map()
    const onReport = (report: DatabaseReport): void => {
      if (report.kind === "reserve-given") hooks.onReserveGiven?.()
      passOn(hearers, report)
    }
    let isOpen = false
    const onLost = (isLogLost: boolean): void => {
      if (isOpen && !database.closed) hooks.onLost?.(isLogLost)
    }
    const database = new EmbeddedDatabase(startThread(data, onReport, onLost), hearers)
    // The first statement waits for the thread, and throws what kept it from opening.
    await database.query("select 1")
    isOpen = true
    return database
  }

  /** Uses one that is open on this thread: in memory, where no disk is waited for. */
  static on(opened: PGlite): EmbeddedDatabase {
    const hearers: Hearers = new Map()
    const ask = serve(opened, (report) => passOn(hearers, report))
    return new EmbeddedDatabase({ ask, hasEnded: Promise.resolve() }, hearers)
  }

  query<T>(text: string, values: readonly unknown[] = [], options: QueryOptions = {}): Promise<Result<T>> {
    return this.#inTurn(() => this.#query<T>(text, values, options))
  }

  exec(text: string): Promise<Result<unknown>[]> {
    return this.#inTurn(() => this.#exec(text))
  }

  /** Runs `work` in a transaction; what it throws undoes everything. */
  transaction<T>(work: (tx: EmbeddedTransaction) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      // Nobody waits for the answer: what follows is carried out after it, and fails with it.
      const hasBegun = this.#exec("begin")
      hasBegun.catch(() => {})
      let isOver = false
      const rollback = async (): Promise<void> => {
        if (isOver) return
        isOver = true
        await this.#exec("rollback")
      }
      const tx: EmbeddedTransaction = {
        query: (text, values = [], options = {}) => this.#query(text, values, options),
        exec: (text) => this.#exec(text),
        rollback,
      }
      try {
        const made = await work(tx)
        await hasBegun
        if (!isOver) await this.#exec("commit")
        return made
      } catch (error) {
        await rollback().catch(() => {})
        throw error
      }
    })
  }

  /** @returns what ends the listening */
  async listen(channel: string, hear: (message: string) => void): Promise<() => Promise<void>> {
    const known = this.#hearers.get(channel)
    const hearers = known ?? new Set()
    hearers.add(hear)
    this.#hearers.set(channel, hearers)
    if (!known) await this.#inTurn(() => this.#carrier.ask({ kind: "listen", channel }))
    return async () => {
      hearers.delete(hear)
    }
  }

  /** The whole database as one file. */
  dumpDataDir(): Promise<Blob> {
    return this.#inTurn(() => this.#carrier.ask({ kind: "dump" })) as Promise<Blob>
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    if (this.closed) return
    await this.#inTurn(() => {
      this.closed = true
      return this.#carrier.ask({ kind: "close" })
    })
    await this.#carrier.hasEnded
  }

  /** Lets `work` begin when everybody before it is done. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => {})
    return result
  }

  async #query<T>(text: string, values: readonly unknown[], { rowMode = "object" }: QueryOptions): Promise<Result<T>> {
    const result = await this.#carrier.ask({ kind: "query", text, values: [...values], rowMode })
    return withBuffers(result as Result<T>)
  }

  async #exec(text: string): Promise<Result<unknown>[]> {
    return ((await this.#carrier.ask({ kind: "exec", text })) as Result<unknown>[]).map(withBuffers)
  }
}

/** Tells a notification to whoever listens. */
function passOn(hearers: Hearers, report: DatabaseReport): void {
  if (report.kind !== "notification") return
  for (const hear of hearers.get(report.channel) ?? []) hear(report.message)
}

/** The database on a thread of its own. */
function startThread(
  data: HostData,
  onReport: (report: DatabaseReport) => void,
  onLost: (isLogLost: boolean) => void,
): Carrier {
  const worker = new Worker(new URL("./embedded-thread.ts", import.meta.url), { workerData: data, name: "database" })
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let lost: Error | null = null
  const end = (error: Error): void => {
    lost ??= error
    for (const { reject } of waiting.values()) reject(lost)
    waiting.clear()
  }
  worker.on("message", (report: DatabaseReport) => {
    if (report.kind !== "done" && report.kind !== "failed") return onReport(report)
    const asked = waiting.get(report.id)
    waiting.delete(report.id)
    if (report.kind === "done") asked?.resolve(report.result)
    else asked?.reject(errorOf(report.failure))
  })
  worker.on("error", end)
  const hasEnded = new Promise((resolve) => {
    worker.on("exit", (code) => {
      end(new Error("The embedded database has ended."))
      onLost(code === logLostCode)
      resolve(code)
    })
  })
  return {
    ask(command) {
      if (lost) return Promise.reject(lost)
      return new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, command })
      })
    },
    hasEnded,
  }
}

/** The database gives bytes as plain arrays; `pg` gives Buffers. */
function withBuffers<T>(result: Result<T>): Result<T> {
  const keys = result.fields.flatMap(({ name, dataTypeID }, place) =>
    dataTypeID === types.BYTEA ? [{ name, place }] : [],
  )
  if (keys.length === 0) return result
  for (const row of result.rows as (Record<string, unknown> | unknown[])[]) {
    for (const { name, place } of keys) {
      const key = Array.isArray(row) ? place : name
      const cells = row as Record<string | number, unknown>
      const value = cells[key]
      if (value instanceof Uint8Array) cells[key] = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  }
  return result
}
