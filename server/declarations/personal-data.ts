import type { Readable } from "node:stream"
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

/** What a feature keeps of a person: for the copy a person may ask for, and for its end. */
export interface PersonalData {
  records?(s: Services, person: Person): AsyncIterable<PersonalRecords>
  bytes?(s: Services, person: Person): AsyncIterable<PersonalFile>
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
