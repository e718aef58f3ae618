import { z } from "zod"
import { endpoint, NumberedCursor } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"
import { PlainText, SerialisedDate, webAddress } from "#contract/primitives.ts"

/** Ways in which a notice reaches a person beside their list. */
export const noticeChannels = ["mail", "text", "push"] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** What notices are about, in the order in which settings show them. */
export const noticeTopics = { studio: "Studio", money: "Payments", academy: "Academy", account: "Account" } as const
export type NoticeTopic = keyof typeof noticeTopics

/** How long a notice stays on the list, in days. */
export const noticeDays = 180

/** Browsers that one person may have told to be pushed to. */
export const mostPushDevices = 10

/** What a person reads of one thing that happened. */
export const Notice = z
  .object({
    id: z.string(),
    topic: z.enum(Object.keys(noticeTopics) as [NoticeTopic, ...NoticeTopic[]]),
    title: z.string(),
    text: z.string(),
    /** Where to go on; a path of the product. */
    path: z.string(),
    createdAt: SerialisedDate,
    isRead: z.boolean(),
  })
  .meta({ id: "Notice" })
export type Notice = z.infer<typeof Notice>

export const listNotices = endpoint({
  method: "GET",
  path: "/notices",
  access: "session",
  summary: "A person's notices, newest first, and how many are unread",
  query: z.object({ before: NumberedCursor }),
  reply: z.object({ data: z.array(Notice), nextCursor: z.string().nullable(), unread: z.number() }),
})

export const readNotices = endpoint({
  method: "POST",
  path: "/notices/read",
  access: "session",
  summary: "Marks one notice as read, or all up to one",
  body: z.object({ id: z.string().regex(/^\d{1,18}$/, "Invalid id"), andBefore: z.boolean() }),
  reply: z.object({ data: z.object({ unread: z.number() }) }),
})

/** A time of day in a person's zone, as 24 hours: "07:00". */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please give a time, such as 21:00.")

/** A zone of the IANA list, such as Africa/Lagos. */
const TimeZone = z
  .string()
  .max(60)
  .refine((zone) => {
    try {
      new Intl.DateTimeFormat("en", { timeZone: zone })
      return true
    } catch {
      return false
    }
  }, "This time zone is not known.")

/** What a person chose, and what may be chosen. */
export const NoticeSettings = z
  .object({
    kinds: z.array(
      z.object({
        name: z.string(),
        topic: z.enum(Object.keys(noticeTopics) as [NoticeTopic, ...NoticeTopic[]]),
        title: z.string(),
        /** Letters that belong to the matter, such as a receipt, always come. */
        isMailed: z.boolean(),
        channels: z.partialRecord(z.enum(noticeChannels), z.boolean()),
      }),
    ),
    /** No mail of these at all, as the link below each of them says. */
    isMailOff: z.boolean(),
    /** When the letter of the day comes. */
    dailyAt: TimeOfDay,
    /** No text message and no push between these; null: at any time. */
    quiet: z.object({ from: TimeOfDay, until: TimeOfDay }).nullable(),
    timeZone: z.string(),
    /** Where text messages go; null where none can be sent: no confirmed number, or no service. */
    phone: z.string().nullable(),
    /** Key that a browser asks for to be pushed to; null on an installation without a public address. */
    pushKey: z.string().nullable(),
    pushDevices: z.number(),
  })
  .meta({ id: "NoticeSettings" })
export type NoticeSettings = z.infer<typeof NoticeSettings>

export const getNoticeSettings = endpoint({
  method: "GET",
  path: "/notices/settings",
  access: "session",
  summary: "How a person is told of what",
  reply: z.object({ data: NoticeSettings }),
})

export const changeNoticeSettings = endpoint({
  method: "PATCH",
  path: "/notices/settings",
  access: "session",
  summary: "Changes how a person is told of what",
  body: z.object({
    choice: z.object({ kind: z.string().max(60), channel: z.enum(noticeChannels), isOn: z.boolean() }).optional(),
    isMailOff: z.boolean().optional(),
    dailyAt: TimeOfDay.optional(),
    quiet: z.object({ from: TimeOfDay, until: TimeOfDay }).nullable().optional(),
    timeZone: TimeZone.optional(),
  }),
  reply: z.object({ data: NoticeSettings }),
})

export const addPushDevice = endpoint({
  method: "POST",
  path: "/notices/devices",
  access: "session",
  summary: "Has this browser told by push, as its subscription says",
  body: z.object({
    endpoint: webAddress(/^https$/, 1_000),
    keys: z.object({
      p256dh: z.string().regex(/^B[\w-]{86}$/, "Invalid key"),
      auth: z.string().regex(/^[\w-]{22}$/, "Invalid key"),
    }),
  }),
  reply: z.object({ data: NoticeSettings }),
})

export const removePushDevice = endpoint({
  method: "POST",
  path: "/notices/devices/removal",
  access: "session",
  summary: "Has this browser, or all of them, told by push no more",
  body: z.object({ endpoint: PlainText.max(1_000).nullable() }),
  reply: z.object({ data: NoticeSettings }),
})

/** Proves that whoever has it read a mail to this account. */
const UnsubscribeLink = z.object({ account: PlainText.max(40), key: PlainText.max(100) })

export const askUnsubscribe = endpoint({
  method: "GET",
  path: "/notices/unsubscribe",
  access: "anyone",
  summary: "The page that a mail's link leads to; nothing is changed by opening it",
  query: UnsubscribeLink,
  reply: z.string(),
})

/** What mail programs send too, as RFC 8058 says: the link stands in the mail's head, the body says One-Click. */
export const unsubscribe = endpoint({
  method: "POST",
  path: "/notices/unsubscribe",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Ends mails of notices, without signing in",
  query: UnsubscribeLink,
  reply: z.string(),
})

/** Something was added to the list, or read on another device. */
export const noticesChanged = event({ name: "notices.changed", payload: z.object({ unread: z.number() }) })
