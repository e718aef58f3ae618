import type { Generated } from "kysely"

export interface ContactTables {
  contactMessages: ContactMessagesTable
}

/** What people wrote on the contact page. */
interface ContactMessagesTable {
  id: string
  /** The signed-in writer; null for visitors and after the account is gone. */
  accountId: string | null
  subject: string
  email: string
  info: string
  createdAt: Generated<Date>
  /** When the operators had it by mail. */
  forwardedAt: Date | null
  /** Short enough to be read out; counted from 1001. */
  number: Generated<number>
}
