import { type Insertable, type Selectable, sql } from "kysely"
import type { NoticeChannel } from "#contract/identity/notices.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

export type SettingsRow = Omit<Selectable<Tables["noticeSettings"]>, "accountId">

const usualSettings: SettingsRow = {
  choices: {},
  isMailOff: false,
  dailyAt: "18:00",
  quietFrom: "21:00",
  quietUntil: "07:00",
  timeZone: "Africa/Lagos",
}

/** What a person chose, or what goes for whoever chose nothing. */
export async function findSettings(db: Db, accountId: string): Promise<SettingsRow> {
  const row = await db.selectFrom("noticeSettings").selectAll().where("accountId", "=", accountId).executeTakeFirst()
  return row ?? usualSettings
}

/** @param change makes the new settings of the old ones, while nobody else changes them */
export async function changeSettings(
  tx: Tx,
  accountId: string,
  change: (old: SettingsRow) => SettingsRow,
): Promise<void> {
  await tx
    .insertInto("noticeSettings")
    .values({ accountId, quietFrom: usualSettings.quietFrom, quietUntil: usualSettings.quietUntil })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { accountId: _, ...old } = await tx
    .selectFrom("noticeSettings")
    .selectAll()
    .where("accountId", "=", accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { choices, ...changed } = change(old)
  await tx
    .updateTable("noticeSettings")
    .set({ ...changed, choices: JSON.stringify(choices) })
    .where("accountId", "=", accountId)
    .execute()
}

/** @returns its id; undefined when the person was told of it before */
export async function insertNotice(
  tx: Tx,
  notice: Omit<Insertable<Tables["notices"]>, "id">,
): Promise<string | undefined> {
  const made = await tx
    .insertInto("notices")
    .values(notice)
    .onConflict((conflict) => conflict.columns(["accountId", "kind", "key"]).doNothing())
    .returning("id")
    .executeTakeFirst()
  return made?.id
}

/** Removes what was told under one key, with what is to be sent of it. @returns whose it was */
export function deleteNotices(
  tx: Tx,
  accountIds: readonly string[],
  { kind, key }: { kind: string; key: string },
): Promise<{ accountId: string }[]> {
  return tx
    .deleteFrom("notices")
    .where("accountId", "in", accountIds.length > 0 ? accountIds : [""])
    .where("kind", "=", kind)
    .where("key", "=", key)
    .returning("accountId")
    .execute()
}

export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly { noticeId: string; accountId: string; channel: NoticeChannel; dueAt: Date }[],
): Promise<void> {
  if (deliveries.length === 0) return
  const open = { sendingId: null, handedAt: null, endedAt: null, outcome: null }
  await tx
    .insertInto("noticeDeliveries")
    .values(deliveries.map((delivery) => ({ ...delivery, ...open })))
    .execute()
}

export function listNotices(db: Db, accountId: string, limit: number, before: string | undefined) {
  return db
    .selectFrom("notices")
    .select(["id", "topic", "title", "text", "path", "createdAt", "readAt"])
    .where("accountId", "=", accountId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute()
}

/** The same for a person's copy, oldest first. @param after the id of the last one of the page before */
export function listForCopy(db: Db, accountId: string, limit: number, after: string | null) {
  return db
    .selectFrom("notices")
    .select(["id", "title", "text", "path", "createdAt", "readAt"])
    .where("accountId", "=", accountId)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute()
}

export async function countUnread(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom("notices")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("accountId", "=", accountId)
    .where("readAt", "is", null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function markRead(
  db: Db,
  accountId: string,
  { id, andBefore, at }: { id: string; andBefore: boolean; at: Date },
): Promise<void> {
  await db
    .updateTable("notices")
    .set({ readAt: at })
    .where("accountId", "=", accountId)
    .where("readAt", "is", null)
    .where("id", andBefore ? "<=" : "=", id)
    .execute()
}

/** People whose letter is due. */
export function listDueLetters(db: Db, now: Date, limit: number) {
  return db
    .selectFrom("noticeDeliveries")
    .select("accountId")
    .where("channel", "=", "mail")
    .where("sendingId", "is", null)
    .where("endedAt", "is", null)
    .where("dueAt", "<=", now)
    .groupBy("accountId")
    .limit(limit)
    .execute()
}

/** Gives everything that waits for a person's letter to this one, what would be due later too. @returns whether there is any */
export async function takeForLetter(tx: Tx, accountId: string, letterId: string): Promise<boolean> {
  const taken = await tx
    .updateTable("noticeDeliveries")
    .set({ sendingId: letterId })
    .where("accountId", "=", accountId)
    .where("channel", "=", "mail")
    .where("sendingId", "is", null)
    .where("endedAt", "is", null)
    .returning("noticeId")
    .execute()
  return taken.length > 0
}

/** Text messages and pushes that are due. */
export function listDueCalls(db: Db, now: Date, limit: number) {
  return db
    .selectFrom("noticeDeliveries")
    .select(["noticeId", "accountId", "channel"])
    .where("channel", "!=", "mail")
    .where("sendingId", "is", null)
    .where("endedAt", "is", null)
    .where("dueAt", "<=", now)
    .orderBy("dueAt")
    .limit(limit)
    .execute()
}

/** @returns false when another process took it */
export async function takeCall(
  tx: Tx,
  { noticeId, channel }: { noticeId: string; channel: NoticeChannel },
  sendingId: string,
): Promise<boolean> {
  const taken = await tx
    .updateTable("noticeDeliveries")
    .set({ sendingId })
    .where("noticeId", "=", noticeId)
    .where("channel", "=", channel)
    .where("sendingId", "is", null)
    .returning("noticeId")
    .executeTakeFirst()
  return taken !== undefined
}

/** What is to be sent, with the words; not what has ended already. */
export function listToSend(db: Db, sendingId: string) {
  return db
    .selectFrom("noticeDeliveries")
    .innerJoin("notices", "notices.id", "noticeDeliveries.noticeId")
    .select(["notices.id", "kind", "key", "title", "text", "path", "readAt", "goodUntil", "channel", "handedAt"])
    .where("sendingId", "=", sendingId)
    .where("endedAt", "is", null)
    .orderBy("notices.id")
    .execute()
}

/** Notes that something is handed over now. @returns false when it was before */
export async function handOver(db: Db, sendingId: string, at: Date): Promise<boolean> {
  const handed = await db
    .updateTable("noticeDeliveries")
    .set({ handedAt: at })
    .where("sendingId", "=", sendingId)
    .where("handedAt", "is", null)
    .where("endedAt", "is", null)
    .returning("noticeId")
    .execute()
  return handed.length > 0
}

/** Puts what nobody handed over back in line. */
export async function putOff(db: Db, sendingId: string, dueAt: Date): Promise<void> {
  await db
    .updateTable("noticeDeliveries")
    .set({ sendingId: null, dueAt })
    .where("sendingId", "=", sendingId)
    .where("handedAt", "is", null)
    .where("endedAt", "is", null)
    .execute()
}

/** It was not taken: the next attempt hands it over again. */
export async function takeBack(db: Db, sendingId: string): Promise<void> {
  await db.updateTable("noticeDeliveries").set({ handedAt: null }).where("sendingId", "=", sendingId).execute()
}

export async function endDeliveries(
  db: Db,
  sendingId: string,
  { ids, outcome, at }: { ids: readonly string[]; outcome: "sent" | "silent" | "failed"; at: Date },
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable("noticeDeliveries")
    .set({ endedAt: at, outcome })
    .where("sendingId", "=", sendingId)
    .where("noticeId", "in", ids)
    .where("endedAt", "is", null)
    .execute()
}

/** Whoever is told; undefined for whoever left or is suspended. */
export function findReceiver(db: Db, accountId: string) {
  return db
    .selectFrom("accounts")
    .select(["email", "name", "phone", "isEmailVerified", "isPhoneVerified"])
    .where("id", "=", accountId)
    .where("isBlocked", "=", false)
    .executeTakeFirst()
}

export function listDevices(db: Db, accountId: string) {
  return db.selectFrom("pushDevices").selectAll().where("accountId", "=", accountId).orderBy("createdAt").execute()
}

/** A browser that somebody else used before is this person's from now on; beyond the most, the oldest goes. */
export async function keepDevice(
  tx: Tx,
  device: { endpoint: string; accountId: string; publicKey: string; auth: string },
  most: number,
): Promise<void> {
  await tx
    .insertInto("pushDevices")
    .values(device)
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet({ ...device, createdAt: sql<Date>`now()` }))
    .execute()
  const kept = await listDevices(tx, device.accountId)
  for (const { endpoint } of kept.slice(0, Math.max(0, kept.length - most))) await deleteDevice(tx, endpoint)
}

export async function deleteDevice(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom("pushDevices").where("endpoint", "=", endpoint).execute()
}

/** @param endpoint null for all of them */
export async function deleteOwnDevice(db: Db, accountId: string, endpoint: string | null): Promise<void> {
  await db
    .deleteFrom("pushDevices")
    .where("accountId", "=", accountId)
    .$if(endpoint !== null, (query) => query.where("endpoint", "=", endpoint ?? ""))
    .execute()
}

export async function deleteOld(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("notices").where("createdAt", "<", before).execute()
}

/** Whether the account is there; it stays until the transaction ends. */
export async function isThere(tx: Tx, accountId: string): Promise<boolean> {
  const held = await tx.selectFrom("accounts").select("id").where("id", "=", accountId).forKeyShare().executeTakeFirst()
  return held !== undefined
}
