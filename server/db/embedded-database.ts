import { Worker } from "node:worker_threads"
import { types } from "@electric-sql/pglite"
import {
  type DatabaseCommand,
  type DatabaseReport,
  errorOf,
  logLostCode,
  type RowMode,
  type ThreadData,
} from "./embedded-messages.ts"

interface Field {
  name: string
  dataTypeID: number
}

interface Result<T> {
  rows: T[]
  fields: Field[]
  affectedRows?: number
}

interface QueryOptions {
  rowMode?: RowMode
}

interface Statements {
  /** One statement with parameters. */
  query<T>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Result<T>>
  /** Statements without parameters; a result for each. */
  exec(text: string): Promise<Result<unknown>[]>
}

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

/**
 * The embedded database, spoken to from outside of its thread. It has one connection: whoever comes in the middle of a
 * transaction waits for its end.
 */
export class EmbeddedDatabase implements Statements {
  readonly ready = true
  readonly waitReady = Promise.resolve()
  closed = false
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  readonly #hearers = new Map<string, Set<(message: string) => void>>()
  #lastId = 0
  #turn: Promise<unknown> = Promise.resolve()
  #lost: Error | null = null
  #isOpen = false

  private constructor(worker: Worker, hooks: Hooks) {
    this.#worker = worker
    worker.on("message", (report: DatabaseReport) => this.#hear(report, hooks))
    worker.on("error", (error) => this.#end(error))
    worker.on("exit", (code) => {
      this.#end(new Error("The embedded database has ended."))
      if (this.#isOpen && !this.closed) hooks.onLost?.(code === logLostCode)
      this.closed = true
    })
  }

  /** @throws what kept the database from opening */
  static async open(data: ThreadData, hooks: Hooks = {}): Promise<EmbeddedDatabase> {
    const worker = new Worker(new URL("./embedded-thread.ts", import.meta.url), { workerData: data, name: "database" })
    const database = new EmbeddedDatabase(worker, hooks)
    // The first statement waits for the thread, and tells what kept it from opening.
    await database.query("select 1")
    database.#isOpen = true
    return database
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
      await this.#exec("begin")
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
    if (!known) await this.#inTurn(() => this.#ask({ kind: "listen", channel }))
    return async () => {
      hearers.delete(hear)
    }
  }

  /** The whole database as one file. */
  dumpDataDir(): Promise<Blob> {
    return this.#inTurn(() => this.#ask({ kind: "dump" })) as Promise<Blob>
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    if (this.closed) return
    const hasEnded = new Promise((resolve) => this.#worker.once("exit", resolve))
    await this.#inTurn(() => {
      this.closed = true
      return this.#ask({ kind: "close" })
    })
    await hasEnded
  }

  /** Lets `work` begin when everybody before it is done. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => {})
    return result
  }

  async #query<T>(text: string, values: readonly unknown[], { rowMode = "object" }: QueryOptions): Promise<Result<T>> {
    const result = await this.#ask({ kind: "query", text, values: [...values], rowMode })
    return withBuffers(result as Result<T>)
  }

  async #exec(text: string): Promise<Result<unknown>[]> {
    return ((await this.#ask({ kind: "exec", text })) as Result<unknown>[]).map(withBuffers)
  }

  #ask(command: DatabaseCommand): Promise<unknown> {
    if (this.#lost) return Promise.reject(this.#lost)
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, command })
    })
  }

  #hear(report: DatabaseReport, hooks: Hooks): void {
    switch (report.kind) {
      case "done":
      case "failed": {
        const waiting = this.#waiting.get(report.id)
        this.#waiting.delete(report.id)
        if (report.kind === "done") waiting?.resolve(report.result)
        else waiting?.reject(errorOf(report.failure))
        return
      }
      case "notification":
        for (const hear of this.#hearers.get(report.channel) ?? []) hear(report.message)
        return
      case "reserve-given":
        hooks.onReserveGiven?.()
        return
    }
  }

  #end(error: Error): void {
    this.#lost ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#lost)
    this.#waiting.clear()
  }
}

/** Bytes lose their class between threads; `pg` gives Buffers. */
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
