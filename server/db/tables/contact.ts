import type { Generated } from "kysely"
import type { MessageSource } from "#contract/operations/contact.ts"

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
  /** The form it came from. */
  source: Generated<MessageSource>
  readAt: Date | null
  answeredAt: Date | null
  /** The operator who marked it last; null when nobody did or the operator is gone. */
  handledBy: string | null
  /** Short enough to be read out; counted from 1001. */
  number: Generated<number>
}
