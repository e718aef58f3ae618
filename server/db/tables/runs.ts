import type { Generated, JSONColumnType } from "kysely"

export interface RunTables {
  runs: RunsTable
}

/** One paid piece of engine work. */
interface RunsTable {
  id: string
  accountId: string
  /** Name of its declaration in `server/composition/run-kinds.ts`. */
  kind: string
  /** What it is, for the person. */
  title: string
  /** What was asked for; its kind has the schema. */
  input: JSONColumnType<object>
  /** How many pieces were asked for. */
  count: number
  /** Credits per piece. */
  feeCredits: number
  status: Generated<"waiting" | "running" | "ready" | "failed" | "cancelled">
  /** 0 to 1. */
  progress: Generated<number>
  /** How many previews are stored. */
  previewCount: Generated<number>
  /** Why it failed, for the person. */
  failure: string | null
  /** What became of it; its kind knows the shape. */
  result: JSONColumnType<object | null, string | null | undefined, string | null>
  /** Engine that works on it. */
  engine: string | null
  /** What that engine calls the work it has begun. */
  engineTicket: string | null
  /** Its job; null for a run that only holds others together. */
  jobId: string | null
  /** The batch or shoot it is part of. */
  parentRunId: string | null
  /** The album that what comes of it, or of its parts, is put into. */
  albumId: Generated<string | null>
  idempotencyKey: string | null
  /** SHA-256 of the body the key came with. */
  bodyHash: string
  /** Whether its person wants to see no more that it failed. */
  isPutAway: Generated<boolean>
  createdAt: Generated<Date>
  startedAt: Date | null
  finishedAt: Date | null
}
