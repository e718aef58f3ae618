import type { Generated } from "kysely"
import type { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"

export interface GenerationTables {
  /** Those that are not in the trash: a view. */
  generations: GenerationsTable
  generationsWithTrash: GenerationsTable & TrashedTable
  firstPictures: KeptFilesTable
  otherCutOuts: KeptFilesTable
  settledCutOuts: SettledCutOutsTable
  pictureStars: PictureStarsTable
}

/** What a picture may be taken out of the trash again by, and goes for good by. */
export interface TrashedTable {
  trashedAt: Generated<Date | null>
}

/** One finished picture. */
interface GenerationsTable {
  id: string
  /** The run that made it. */
  runId: string
  position: number
  accountId: string
  /** Who drew it; null where that was not written down yet. */
  engine: string | null
  prompt: string
  sentPrompt: string
  mode: string
  aspectRatio: AspectRatio
  /** Slug of the trade whose goods the words name, or that they name none; null until they are read. */
  trade: Generated<string | null>
  isPublic: boolean
  isTakenDown: Generated<boolean>
  /** When a public picture of a new account reaches the showcase by itself; null when it may be there. */
  waitsUntil: Generated<Date | null>
  /** Grows with each change of its file; 0 for the file it was made with. */
  version: Generated<number>
  storageKey: string
  mimeType: string
  width: number
  height: number
  byteSize: number
  /** Whether it takes room of its owner's files, because it cost nothing. */
  isInQuota: Generated<boolean>
  placeholder: string
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

/** A file that is kept beside a picture's: what it was at first, or what the engine found instead. */
interface KeptFilesTable {
  generationId: string
  storageKey: string
  mimeType: string
  width: number
  height: number
  byteSize: number
}

/** An unsure cut-out that its owner looked at, chose or mended. */
interface SettledCutOutsTable {
  generationId: string
  settledAt: Generated<Date>
}

/** A picture that its owner marked, which nobody else is told. */
interface PictureStarsTable {
  generationId: string
  accountId: string
  createdAt: Generated<Date>
}
