import type { Generated } from "kysely"

export interface ReviewTables {
  pictureReports: PictureReportsTable
  takedowns: TakedownsTable
  showcasePicks: ShowcasePicksTable
}

/** What somebody said of a public picture; one of the two pictures is named. */
interface PictureReportsTable {
  id: string
  generationId: string | null
  photoshootId: string | null
  reason: string
  note: string
  /** Keyed hash of the person or the network it came from: one open report of a picture each. */
  reporterKey: Buffer
  reporterId: string | null
  state: Generated<"open" | "upheld" | "dismissed">
  decidedAt: Date | null
  createdAt: Generated<Date>
  sequence: Generated<string>
}

/** A picture that an operator took down; it counts against its maker until it is restored. */
interface TakedownsTable {
  id: string
  accountId: string
  generationId: string | null
  photoshootId: string | null
  reason: string
  createdAt: Generated<Date>
  restoredAt: Date | null
  sequence: Generated<string>
}

/** A public picture that operators put first on the showcase. */
interface ShowcasePicksTable {
  id: string
  generationId: string | null
  photoshootId: string | null
  createdAt: Generated<Date>
  sequence: Generated<string>
}
