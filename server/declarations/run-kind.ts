import type { Selectable } from "kysely"
import type { z } from "zod"
import type { EngineOrderKind, EngineWatch, OfferAbout } from "#server/adapters/image-engine/port.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import type { Services } from "./services.ts"

/** A run as it is kept. */
export type RunRow = Selectable<Tables["runs"]>

/** A run whose input was read with its kind's schema. */
export type RunOf<Input extends z.ZodType> = Omit<RunRow, "input"> & { input: z.output<Input> }

/** Runs of one queue wait together, so that nobody gets more than their turn by asking for several kinds. */
export interface RunQueue {
  /** Name of the queue's job. */
  name: string
  /** How often a run is started in all when its process dies or something outside breaks. */
  attempts: number
  /** Longest time of one attempt at any of its runs, in seconds. */
  timeLimitSeconds: number
  /** Longest time for each piece of a run, in seconds: four pictures have four times as long as one. */
  pieceSeconds: number
  /** How many run at once in one process; asked once, when the worker starts. */
  concurrency: (s: Services) => number
}

/** Work of seconds that the image engine does; every kind is in it unless its work takes much longer. */
export const engineQueue: RunQueue = {
  name: "runs.engine",
  attempts: 4,
  timeLimitSeconds: 1_200,
  pieceSeconds: 300,
  concurrency: (s) => s.engine.capabilities.concurrency,
}

/** What is written down when a run has ended well. */
export interface RunOutcome {
  /** How many pieces came; only these are paid. */
  pieces: number
  /** What is paid, where that is less than their price. */
  credits?: number | undefined
  /** What became of it, as JSON; shown to the person unless the kind has a `describe`. */
  result?: object
}

/** What an engine must offer before an order is placed. */
export interface EngineNeed extends OfferAbout {
  kind: EngineOrderKind
}

/** Words about a kind of run. */
interface RunWords {
  /** On the person's list of credits: what was paid, what came back. */
  made: string
  fewer: string
  notMade: string
  /** Why it can no longer be cancelled. */
  started: string
}

/**
 * A kind of paid engine work: what is asked for, what it costs, what the engine does and what becomes of it. The rest,
 * from the price's hold to the refund, is the same for all kinds (`features/runs`).
 */
export interface RunKind<Input extends z.ZodType = z.ZodType, Drawn = unknown, Kept = unknown> {
  /** Unique for ever: it is in the table. */
  name: string
  input: Input
  queue: RunQueue
  words: RunWords
  /** True when it may be stopped at work; the engine is then told by the watch's signal. */
  canStopAtWork?: true
  /** True when what it belongs to tells its person of the end: the pictures of a model, by the model. */
  tellsItself?: true
  /** What it is, for the person and the list of credits. */
  title(input: z.output<Input>): string
  /** From the one price list; never from what was sent. */
  price(s: Pick<Services, "config">, input: z.output<Input>): { feeCredits: number; count: number }
  /** Whether this one costs the person nothing, by what they paid for; uses that up. */
  waive?(tx: Tx, accountId: string): Promise<boolean>
  /** Whether `waive` would say yes now. */
  isWaived?(db: Db, accountId: string): Promise<boolean>
  /** What it needs of the engine; nothing is placed that no engine carries out now. Absent: not asked. */
  needs?(input: z.output<Input>, db: Db): EngineNeed | readonly EngineNeed[] | undefined | Promise<EngineNeed>
  /** What the person reads when it failed. */
  failure(error: Error): string
  /** Asks the engine; may load stored files. Done again when the process dies. @throws AppError when it failed for good */
  work(s: Services, run: RunOf<Input>, watch: EngineWatch): Promise<Drawn>
  /**
   * Stores what was drawn (`server/media/`). Done again, without drawing again, while storing fails; the sweep removes what
   * no row holds.
   * @throws AppError when what came cannot be used
   */
  keep(s: Services, run: RunOf<Input>, drawn: Drawn): Promise<Kept>
  /** Writes the result's rows and documents, in the transaction that ends the run and settles its credits. */
  finish(s: Services, tx: Tx, run: RunOf<Input>, kept: Kept): Promise<RunOutcome>
  /** Brings the kind's own rows in line, in the transaction that ends a run without result. `status` and `failure` say how. */
  undo?(s: Services, tx: Tx, run: RunOf<Input>): Promise<void>
  /** Removes, `delaySeconds` from now, what a run that ended without result may have stored. */
  discard?(s: Services, tx: Tx, run: RunOf<Input>, delaySeconds: number): Promise<void>
  /** Stores a preview; absent: previews are not shown. */
  keepPreview?(s: Services, run: RunOf<Input>, index: number, preview: Uint8Array): Promise<void>
  /** Addresses of so many previews. */
  previews?(s: Pick<Services, "config">, runId: string, count: number): string[]
  /** What became of it, for the person, when that is more than the kept result. */
  describe?(s: Pick<Services, "config">, db: Db, run: RunOf<Input>): Promise<Record<string, unknown> | null>
  /** Tells the person's screens in the kind's own way; absent: the events of `contract/studio/runs.ts`. */
  publishProgress?(s: Services, db: Db, run: RunOf<Input>, at: { progress: number; previews: string[] }): Promise<void>
  publishFinished?(s: Services, tx: Tx, run: RunOf<Input>): Promise<void>
}

/** Declares a kind of run; the compiler checks that its parts fit together. */
export function runKind<Input extends z.ZodType, Drawn, Kept>(
  definition: RunKind<Input, Drawn, Kept>,
): RunKind<Input, Drawn, Kept> {
  return definition
}

/** Reads a kept run's input. */
export function readRun<Input extends z.ZodType>(kind: Pick<RunKind<Input>, "input">, row: RunRow): RunOf<Input> {
  return { ...row, input: kind.input.parse(row.input) as z.output<Input> }
}
