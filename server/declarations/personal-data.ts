import type { Readable } from "node:stream"
import type { z } from "zod"
import type { Tx } from "#server/db/open.ts"
import type { Person } from "#server/platform/http/caller.ts"
import type { Services } from "./services.ts"

/** Records of one kind; its name becomes that of a JSON file. */
export interface PersonalRecords {
  name: string
  value: unknown
}

/** Bytes that belong to a person. */
export interface PersonalFile {
  /** Path inside the archive. */
  name: string
  createdAt: Date
  /** @returns null when they were deleted a moment ago */
  open(): Promise<Readable | null>
}

/** A person's copy from another installation, opened. */
export interface CarriedCopy {
  readonly names: readonly string[]
  /** @returns null when the copy has no such record @throws AppError when it is not what this version can read */
  record<Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.output<Schema> | null>
  /** @throws AppError when it is missing or was changed */
  bytes(name: string): Promise<Buffer>
}

/** A copy on its way into an account of this installation. */
export interface Arrival {
  copy: CarriedCopy
  /** Null where the account is made with what arrives. */
  accountId: string | null
  /** What the copy's pictures are called here, once they are written. */
  pictures: Map<string, string>
  /** The same of uploaded pictures. */
  uploads: Map<string, string>
  /**
   * Where an address of the copy leads here, once that is written; any other address as it is.
   * @returns null for an address of the other installation that leads nowhere here
   */
  addressHere(address: string): string | null
  /** Notes for the summary how many of something came in. */
  came(what: string, count: number): void
  /** The same for what is left out. */
  left(what: string, count: number, why: string): void
  /** Tells how far it is, where that takes minutes. */
  tell(line: string): void
  /** Something to do when the rest fails. */
  onFailure(undo: () => Promise<void>): void
}

/** Writes what arrived into an account, in the transaction that all features share. */
export type WriteArrival = (tx: Tx, accountId: string) => Promise<void>

/** What a feature keeps of a person: for the copy a person may ask for, for its way into another installation, and for its end. */
export interface PersonalData {
  records?(s: Services, person: Person): AsyncIterable<PersonalRecords>
  bytes?(s: Services, person: Person): AsyncIterable<PersonalFile>
  /** Names in a copy that `takeIn` knows what to do with: whole ones, or folders that end with a slash. */
  takes?: readonly string[]
  /** Reads what a copy has for this feature and stores its bytes. @throws AppError for what cannot be read */
  takeIn?(s: Services, arrival: Arrival): Promise<WriteArrival>
  /** What must go beside the rows that go with the account by their foreign keys; called before those. */
  erase?(s: Services, tx: Tx, accountId: string): Promise<void>
}

/** Rows read at a time. */
export const pageRows = 500

/** Reads page after page. @param read gets the last row of the page before, null at first */
export async function* rowsInPages<Row>(read: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let last: Row | null = null; ; ) {
    const page: Row[] = await read(last)
    yield* page
    last = page.at(-1) ?? null
    if (page.length < pageRows) return
  }
}
