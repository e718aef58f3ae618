/** What the embedded database begins with. */
export interface HostData {
  /** Folder of the database. */
  dir: string
  /** Folder with the room that is kept back; null when there is none. */
  reserveDir: string | null
}

export interface Field {
  name: string
  dataTypeID: number
}

export interface Result<T> {
  rows: T[]
  fields: Field[]
  affectedRows?: number
}

export type RowMode = "object" | "array"

/** What the database is asked to do, one after the other. */
export type DatabaseCommand =
  | { kind: "query"; text: string; values: unknown[]; rowMode: RowMode }
  | { kind: "exec"; text: string }
  | { kind: "listen"; channel: string }
  | { kind: "dump" }
  | { kind: "close" }

/** What its thread tells. */
export type DatabaseReport =
  | { kind: "done"; id: number; result: unknown }
  | { kind: "failed"; id: number; failure: Failure }
  | { kind: "notification"; channel: string; message: string }
  | { kind: "reserve-given" }

/** Code with which the thread ends when the write-ahead log cannot be written. */
export const logLostCode = 74

/** What is known of a refused statement; its parameters stay where they are. */
const failureFields = [
  "code",
  "severity",
  "detail",
  "hint",
  "position",
  "where",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "routine",
] as const

export interface Failure {
  name: string
  message: string
  fields: Partial<Record<(typeof failureFields)[number], unknown>>
}

/** An error as it goes between threads. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), fields: {} }
  const known = error as Error & Failure["fields"]
  const fields = Object.fromEntries(failureFields.flatMap((name) => (name in known ? [[name, known[name]]] : [])))
  return { name: error.name, message: error.message, fields }
}

/** The error of {@link failureOf}, to be thrown here. */
export function errorOf({ name, message, fields }: Failure): Error {
  return Object.assign(new Error(message), { name }, fields)
}
