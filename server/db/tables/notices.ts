import type { Generated, JSONColumnType } from "kysely"
import type { NoticeChannel, NoticeTopic } from "#contract/identity/notices.ts"

export interface NoticeTables {
  notices: NoticesTable
  noticeDeliveries: NoticeDeliveriesTable
  noticeSettings: NoticeSettingsTable
  pushDevices: PushDevicesTable
}

/** What a person was told, in the words of that moment. */
interface NoticesTable {
  id: Generated<string>
  accountId: string
  kind: string
  /** What of this kind: a person is told of it once. */
  key: string
  topic: NoticeTopic
  title: string
  text: string
  path: string
  createdAt: Date
  /** Until when it is told of beside the list. */
  goodUntil: Date | null
  readAt: Date | null
}

/** One way in which a notice is told beside the list. */
interface NoticeDeliveriesTable {
  noticeId: string
  accountId: string
  channel: NoticeChannel
  dueAt: Date
  /** What sends it: a letter takes several. Null until something does. */
  sendingId: string | null
  /** When a text message or push was handed over: set before, so that a process that dies sends none twice. */
  handedAt: Date | null
  endedAt: Date | null
  outcome: "sent" | "silent" | "failed" | null
}

/** How a person wants to be told; a row from the first choice on. */
interface NoticeSettingsTable {
  accountId: string
  /** By kind and channel. */
  choices: JSONColumnType<Record<string, Partial<Record<NoticeChannel, boolean>>>, string | undefined, string>
  isMailOff: Generated<boolean>
  /** "18:00". */
  dailyAt: Generated<string>
  quietFrom: string | null
  quietUntil: string | null
  timeZone: Generated<string>
}

/** Browsers that are pushed to. */
interface PushDevicesTable {
  endpoint: string
  accountId: string
  publicKey: string
  auth: string
  createdAt: Generated<Date>
}
