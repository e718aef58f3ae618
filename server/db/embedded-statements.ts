import { type PGlite, types } from "@electric-sql/pglite"
import { serialize } from "pg-protocol"
import type {
  BackendMessage,
  CommandCompleteMessage,
  DataRowMessage,
  NotificationResponseMessage,
  ParameterDescriptionMessage,
  RowDescriptionMessage,
} from "pg-protocol/dist/messages.js"
import { Parser } from "pg-protocol/dist/parser.js"
import type { Field, Result, RowMode } from "./embedded-messages.ts"
import { createStatementNames } from "./statement-names.ts"

/** More than a connection to PostgreSQL keeps, and sooner: this one carries all statements of the product. */
const limits = { most: 600, storedFrom: 2 }

/** A statement as the database has read it. */
interface Prepared {
  /** Empty for one that is forgotten with the next. */
  name: string
  parameterTypes: readonly number[]
  fields: readonly Field[]
}

/** Runs statements on the embedded database. Its callers keep their order: one at a time. */
export interface StatementRunner {
  /** One statement with parameters. @throws what the database refuses it with */
  query(text: string, values: readonly unknown[], rowMode: RowMode): Promise<Result<unknown>>
  /** Statements without parameters; a result for each. @throws what the database refuses one of them with */
  exec(text: string): Promise<Result<unknown>[]>
}

/**
 * Reads and plans a statement that comes again once, as our connections to PostgreSQL do; the embedded database's own
 * `query` reads each anew, and asks for every step by itself.
 * @param onNotification hears what is told on the channels that are listened to
 */
export function createStatementRunner(
  database: PGlite,
  onNotification: (channel: string, message: string) => void,
): StatementRunner {
  const nameOf = createStatementNames(limits)
  const kept = new Map<string, Prepared>()

  /** Sends messages and waits for all that is answered. */
  const send = async (...messages: Uint8Array[]): Promise<BackendMessage[]> => {
    const answers: BackendMessage[] = []
    const parser = new Parser()
    await database.execProtocolRawStream(Buffer.concat(messages), {
      // What arrives lies in the database's own memory.
      onRawData: (bytes) => parser.parse(Buffer.from(bytes), (answer) => answers.push(answer)),
    })
    for (const answer of answers) {
      if (answer.name !== "notification") continue
      const { channel, payload } = answer as NotificationResponseMessage
      onNotification(channel, payload)
    }
    const refusal = answers.find(({ name }) => name === "error")
    if (refusal) throw refusal
    return answers
  }

  const prepare = async (text: string): Promise<Prepared> => {
    const name = nameOf(text) ?? ""
    const answers = await send(
      // One of this name may be left of a time before, when its description was refused.
      serialize.close({ type: "S", name }),
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
      // Also after a refusal, so that the database goes on.
      serialize.sync(),
    )
    const parameters = answers.find((answer) => answer.name === "parameterDescription")
    const prepared = {
      name,
      parameterTypes: parameters ? (parameters as ParameterDescriptionMessage).dataTypeIDs : [],
      fields: fieldsOf(answers.find((answer) => answer.name === "rowDescription")),
    }
    if (name !== "") kept.set(text, prepared)
    return prepared
  }

  const write = (value: unknown, type: number): string | null => {
    if (value === null || value === undefined) return null
    return database.serializers[type]?.(value) ?? String(value)
  }

  /** Results in their order. @param fields of the first rows, where nothing describes them */
  const collect = (answers: readonly BackendMessage[], fields: readonly Field[], rowMode: RowMode) => {
    const results: Result<unknown>[] = []
    let open: Result<unknown> = { rows: [], fields: [...fields] }
    let affectedRows = 0
    for (const answer of answers) {
      if (answer.name === "rowDescription") open.fields = [...fieldsOf(answer)]
      else if (answer.name === "dataRow") {
        const cells = (answer as DataRowMessage).fields as (string | null)[]
        const values = open.fields.map(({ dataTypeID }, n) =>
          types.parseType(cells[n] ?? null, dataTypeID, database.parsers),
        )
        open.rows.push(
          rowMode === "array" ? values : Object.fromEntries(open.fields.map(({ name }, n) => [name, values[n]])),
        )
      } else if (answer.name === "commandComplete") {
        affectedRows += changedRows((answer as CommandCompleteMessage).text)
        results.push({ ...open, affectedRows })
        open = { rows: [], fields: [] }
      }
    }
    return results
  }

  return {
    async query(text, values, rowMode) {
      const { name, parameterTypes, fields } = kept.get(text) ?? (await prepare(text))
      const answers = await send(
        serialize.bind({ statement: name, values: values.map((value, n) => write(value, parameterTypes[n] ?? 0)) }),
        serialize.execute({}),
        serialize.sync(),
      )
      const [result = { rows: [], fields: [] }] = collect(answers, fields, rowMode)
      return result
    },
    exec: async (text) => collect(await send(serialize.query(text)), [], "object"),
  }
}

function fieldsOf(description: BackendMessage | undefined): readonly Field[] {
  if (!description) return []
  return (description as RowDescriptionMessage).fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }))
}

/** @param tag what was done, with the number of rows at its end: `INSERT 0 5`, `UPDATE 3`, `SELECT 2` */
function changedRows(tag: string): number {
  return /^(INSERT|UPDATE|DELETE|COPY|MERGE) /.test(tag) ? Number(tag.slice(tag.lastIndexOf(" ") + 1)) : 0
}
