import type { Generated } from "kysely"

export interface PrivateLinkTables {
  privateLinks: PrivateLinksTable
}

/** A link by which anybody who has it sees one picture or one album for a time. */
interface PrivateLinksTable {
  id: string
  accountId: string
  /** SHA-256 of what stands in the link. */
  tokenHash: Buffer
  generationId: string | null
  photoshootId: string | null
  albumId: Generated<string | null>
  expiresAt: Date
  visits: Generated<number>
  createdAt: Generated<Date>
}
