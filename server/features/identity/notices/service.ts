import type { z } from "zod"
import {
  type changeNoticeSettings,
  mostPushDevices,
  type Notice,
  type NoticeSettings,
  noticeChannels,
  noticesChanged,
} from "#contract/identity/notices.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { NoticeKind } from "#server/declarations/notice.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { isChosen } from "./chosen.ts"
import { dueAt } from "./due.ts"
import { isBrowserKey, pushKeyOf } from "./push-keys.ts"
import * as queries from "./queries.ts"
import { sendNotices } from "./send-job.ts"
import { mustKnowLink } from "./unsubscribe.ts"

/** Notices of one page. */
const pageNotices = 30

/**
 * Tells a person of something, in the transaction that made it so: on their list, and in the ways they chose.
 * @param key what of this kind it is; told again under the same one, nothing happens
 */
export async function tellPerson<Facts>(
  s: Pick<Services, "now" | "queue" | "noticeKinds">,
  tx: Tx,
  kind: NoticeKind<Facts>,
  { accountId, key, facts }: { accountId: string; key: string; facts: Facts },
): Promise<void> {
  // One that is not in the list could never be sent, nor chosen.
  if (!s.noticeKinds.includes(kind))
    throw new Error(`The notice ${kind.name} is missing in composition/notice-kinds.ts.`)
  const now = s.now()
  const id = await queries.insertNotice(tx, {
    ...kind.write(facts),
    accountId,
    kind: kind.name,
    key,
    topic: kind.topic,
    createdAt: now,
    goodUntil: kind.goodUntil?.(facts) ?? null,
    readAt: null,
  })
  if (id === undefined) return
  const settings = await queries.findSettings(tx, accountId)
  // Most people have no browser that is pushed to: nothing is put in line for them.
  const canPush = kind.channels.push !== undefined && (await queries.listDevices(tx, accountId)).length > 0
  const due = noticeChannels
    .filter((channel) => isChosen(kind, channel, settings) && (channel !== "push" || canPush))
    .map((channel) => ({ noticeId: id, accountId, channel, dueAt: dueAt(kind, channel, settings, now) }))
  await queries.insertDeliveries(tx, due)
  // What is due later is found by the clock.
  if (due.some((one) => one.dueAt <= now)) await s.queue.enqueue(tx, sendNotices, {})
  await publishUnread(tx, accountId)
}

/** Takes back what these people were told, from their lists and from what is not sent yet. */
export async function untell<Facts>(
  tx: Tx,
  kind: NoticeKind<Facts>,
  { accountIds, key }: { accountIds: readonly string[]; key: string },
): Promise<void> {
  const untold = await queries.deleteNotices(tx, accountIds, { kind: kind.name, key })
  for (const { accountId } of untold) await publishUnread(tx, accountId)
}

async function publishUnread(tx: Tx, accountId: string): Promise<number> {
  const unread = await queries.countUnread(tx, accountId)
  await publishEvent(tx, accountId, noticesChanged, { unread })
  return unread
}

/** One page of a person's notices, newest first. */
export async function listNotices(
  s: Pick<Services, "db">,
  accountId: string,
  before: string | undefined,
): Promise<{ data: Notice[]; nextCursor: string | null; unread: number }> {
  const rows = await queries.listNotices(s.db, accountId, pageNotices + 1, before)
  const page = rows.slice(0, pageNotices)
  return {
    data: page.map(({ createdAt, readAt, ...notice }) => ({
      ...notice,
      createdAt: serialiseDate(createdAt),
      isRead: readAt !== null,
    })),
    nextCursor: rows.length > pageNotices ? (page.at(-1)?.id ?? null) : null,
    unread: await queries.countUnread(s.db, accountId),
  }
}

/** Marks as read, on all devices. @returns how many are unread still */
export function readNotices(
  s: Pick<Services, "db" | "now">,
  accountId: string,
  which: { id: string; andBefore: boolean },
): Promise<number> {
  return transact(s.db, async (tx) => {
    await queries.markRead(tx, accountId, { ...which, at: s.now() })
    return publishUnread(tx, accountId)
  })
}

/** How a person is told of what. */
export async function showSettings(s: Services, db: Db, accountId: string): Promise<NoticeSettings> {
  const settings = await queries.findSettings(db, accountId)
  const person = await queries.findReceiver(db, accountId)
  const { quietFrom: from, quietUntil: until, isMailOff, dailyAt, timeZone } = settings
  const canText = person?.phone && person.isPhoneVerified && s.messenger.kind !== "disabled"
  return {
    kinds: s.noticeKinds.map((kind) => ({
      name: kind.name,
      topic: kind.topic,
      title: kind.title,
      isMailed: kind.mail === "own",
      channels: Object.fromEntries(
        noticeChannels
          .filter((channel) => kind.channels[channel] !== undefined)
          // Switched off as a whole, a kind's own choice still stands for when mails are wanted again.
          .map((channel) => [channel, isChosen(kind, channel, { ...settings, isMailOff: false })]),
      ),
    })),
    isMailOff,
    dailyAt,
    quiet: from === null || until === null ? null : { from, until },
    timeZone,
    phone: canText ? person.phone : null,
    pushKey: pushKeyOf(s),
    pushDevices: (await queries.listDevices(db, accountId)).length,
  }
}

/** @throws AppError `general_argument_invalid` for a kind or a way that there is not */
export function changeSettings(
  s: Services,
  accountId: string,
  change: z.output<typeof changeNoticeSettings.body>,
): Promise<NoticeSettings> {
  const { choice, quiet, isMailOff, dailyAt, timeZone } = change
  if (choice && s.noticeKinds.find(({ name }) => name === choice.kind)?.channels[choice.channel] === undefined) {
    throw new AppError("general_argument_invalid", "There is no such choice.")
  }
  return transact(s.db, async (tx) => {
    await queries.changeSettings(tx, accountId, (old) => ({
      choices: choice
        ? { ...old.choices, [choice.kind]: { ...old.choices[choice.kind], [choice.channel]: choice.isOn } }
        : old.choices,
      isMailOff: isMailOff ?? old.isMailOff,
      dailyAt: dailyAt ?? old.dailyAt,
      timeZone: timeZone ?? old.timeZone,
      quietFrom: quiet === undefined ? old.quietFrom : (quiet?.from ?? null),
      quietUntil: quiet === undefined ? old.quietUntil : (quiet?.until ?? null),
    }))
    return showSettings(s, tx, accountId)
  })
}

/**
 * Has a browser told by push.
 * @throws AppError `service_unavailable` on an installation without a public address; `general_argument_invalid` for a key that is none
 */
export function addDevice(
  s: Services,
  accountId: string,
  device: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<NoticeSettings> {
  if (pushKeyOf(s) === null) throw new AppError("service_unavailable", "This installation cannot push.")
  const { endpoint, keys } = device
  if (!isBrowserKey(keys.p256dh)) throw new AppError("general_argument_invalid", "Invalid key")
  return transact(s.db, async (tx) => {
    await queries.keepDevice(tx, { endpoint, accountId, publicKey: keys.p256dh, auth: keys.auth }, mostPushDevices)
    return showSettings(s, tx, accountId)
  })
}

/** @param endpoint null for all browsers of the person */
export async function removeDevice(s: Services, accountId: string, endpoint: string | null): Promise<NoticeSettings> {
  await queries.deleteOwnDevice(s.db, accountId, endpoint)
  return showSettings(s, s.db, accountId)
}

/** Ends mails of notices for an account; one that is gone gets none anyway. @throws AppError as `mustKnowLink` */
export async function endMails(s: Services, link: { account: string; key: string }): Promise<void> {
  mustKnowLink(s, link)
  await transact(s.db, async (tx) => {
    if (!(await queries.isThere(tx, link.account))) return
    await queries.changeSettings(tx, link.account, (old) => ({ ...old, isMailOff: true }))
  })
}

/** The zone in which a person reads clocks. */
export async function zoneOf(db: Db, accountId: string): Promise<string> {
  return (await queries.findSettings(db, accountId)).timeZone
}
