import type { Generated, JSONColumnType } from "kysely"

export interface PlatformTables {
  rateCounters: RateCountersTable
  requestRests: RequestRestsTable
  realtimeMessages: RealtimeMessagesTable
  capturedMails: CapturedMailsTable
  capturedMessages: CapturedMessagesTable
  undeliveredMails: UndeliveredMailsTable
  installation: InstallationTable
}

/** Fixed windows, counted here so that all processes agree. */
interface RateCountersTable {
  key: string
  windowStart: Date
  count: number
}

/** When a request was let through that rests before the next one. */
interface RequestRestsTable {
  key: string
  beganAt: Date
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
  /** Stable per mail: one that is sent twice is there once. */
  mailId: string | null
  /** The address for programs that end such mails; "" for letters that always come. */
  unsubscribe: Generated<string>
  createdAt: Generated<Date>
}

interface CapturedMessagesTable {
  id: Generated<string>
  recipient: string
  text: string
  createdAt: Generated<Date>
}

/** Mails that a mail server refused or that were tried too often, to be looked at and sent again by operators. */
interface UndeliveredMailsTable {
  id: string
  /** Name of the job that sends it, and what it was given: secrets are made anew for each attempt. */
  job: string
  payload: JSONColumnType<Record<string, unknown>>
  accountId: string | null
  outcome: "refused" | "given_up"
  reason: string
  createdAt: Generated<Date>
  resentAt: Date | null
}

/** Facts about this installation, such as the fingerprint of its key. */
interface InstallationTable {
  name: string
  value: string
}
