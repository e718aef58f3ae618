import type { Generated, JSONColumnType } from "kysely"

export interface PlatformTables {
  rateCounters: RateCountersTable
  realtimeMessages: RealtimeMessagesTable
  capturedMails: CapturedMailsTable
  capturedMessages: CapturedMessagesTable
}

/** Fixed windows, counted here so that all processes agree. */
interface RateCountersTable {
  key: string
  windowStart: Date
  count: number
}

/** Messages too long for a notification; processes read them by id and a sweep removes them. */
interface RealtimeMessagesTable {
  id: Generated<string>
  body: JSONColumnType<Record<string, unknown>>
  createdAt: Generated<Date>
}

interface CapturedMailsTable {
  id: Generated<string>
  recipient: string
  subject: string
  text: string
  html: string
  createdAt: Generated<Date>
}

interface CapturedMessagesTable {
  id: Generated<string>
  recipient: string
  text: string
  createdAt: Generated<Date>
}
