import { sql } from "kysely"
import { endedStatuses } from "#contract/catalogue/applications.ts"
import type { Db } from "#server/db/open.ts"
import { startsWith } from "#server/platform/text/starts-with.ts"

const summary = [
  "accounts.id",
  "accounts.name",
  "accounts.email",
  "accounts.isBlocked",
  "accounts.createdAt",
  "profiles.stage",
] as const

/** The account's own number, else the one that was given at sign-up. */
const phone = sql<string | null>`coalesce(accounts.phone, profiles.phone_number)`.as("phone")

/** Digits of the numbers given at sign-up, as the index has them. */
const givenDigits = sql<string>`regexp_replace(phone_number, '[^0-9]', '', 'g')`

/** People who gave a number that begins like this, asked for at once so that the list can use it with any index. */
function withGivenNumber(search: string, limit: number) {
  const digits = search.replaceAll(/[^0-9]/g, "")
  // A number is typed as at home or with its country, and kept in either way.
  const spellings = [digits, ...(digits.startsWith("0") ? [`234${digits.slice(1)}`] : [])]
  const patterns = spellings.map((text) => sql`${givenDigits} like ${`${text}%`}`)
  return sql<boolean>`accounts.id = any(array(select account_id from profiles
    where phone_number is not null and (${sql.join(patterns, sql` or `)}) limit ${limit}))`
}

/** Something that may be the beginning of a phone number. */
const numberLike = /^\+?[0-9][0-9 ()-]{2,}$/

/** What the list of people is narrowed down by. */
export interface PeopleFilter {
  search: string
  /** Only those for whom credits were asked of a second operator. */
  isAsked: boolean
}

/**
 * People found by the beginning of name, address, phone number or id, newest first; each condition has its index.
 * @param after the last one of the page before
 */
export function searchPeople(
  db: Db,
  { search, isAsked }: PeopleFilter,
  limit: number,
  after: { cursor: string; id: string } | null = null,
) {
  const pattern = startsWith(search.toLowerCase())
  return db
    .selectFrom("accounts")
    .leftJoin("profiles", "profiles.accountId", "accounts.id")
    .select([...summary, phone, sql<string>`accounts.created_at::text`.as("cursor")])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(accounts.created_at, accounts.id) < (${after?.cursor}::timestamptz, ${after?.id})`),
    )
    .$if(isAsked, (query) => query.where("accounts.id", "in", openRequests(db).select("asked.subjectId")))
    .$if(search !== "", (query) =>
      query.where((row) =>
        row.or([
          sql<boolean>`lower(accounts.name) like ${pattern}`,
          row("accounts.email", "like", pattern),
          row("accounts.phone", "like", startsWith(search)),
          row("accounts.id", "=", search),
          ...(numberLike.test(search) ? [withGivenNumber(search, limit)] : []),
        ]),
      ),
    )
    .orderBy("accounts.createdAt", "desc")
    .orderBy("accounts.id", "desc")
    .limit(limit)
    .execute()
}

/** Where an account stands in the list of people. */
export function findPlaceInList(db: Db, id: string) {
  return db
    .selectFrom("accounts")
    .select(["id", sql<string>`created_at::text`.as("cursor")])
    .where("id", "=", id)
    .executeTakeFirst()
}

export function findPerson(db: Db, id: string) {
  return db
    .selectFrom("accounts")
    .leftJoin("profiles", "profiles.accountId", "accounts.id")
    .select([
      ...summary,
      phone,
      "accounts.isEmailVerified",
      sql<boolean>`accounts.second_factor_at is not null`.as("hasSecondFactor"),
      "profiles.program",
      "profiles.cohort",
      "profiles.country",
      sql<number>`(select count(*)::int from sessions where account_id = accounts.id and expires_at > now())`.as(
        "sessions",
      ),
      sql<number>`(select count(*)::int from generations where account_id = accounts.id)`.as("pictures"),
    ])
    .where("accounts.id", "=", id)
    .executeTakeFirst()
}

export function listRuns(db: Db, accountId: string, limit: number) {
  return db
    .selectFrom("runs")
    .select(["id", "title", "status", "createdAt"])
    .where("accountId", "=", accountId)
    .orderBy("createdAt", "desc")
    .limit(limit)
    .execute()
}

/** All of them by their ids, page by page. @param after the last id of the page before */
export function listRunsById(db: Db, accountId: string, limit: number, after: string | null) {
  return db
    .selectFrom("runs")
    .select(["id", "kind", "title", "status", "createdAt", "finishedAt"])
    .where("accountId", "=", accountId)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute()
}

/** The newest application that was not declined or withdrawn; when there is none, the newest. */
export function findApplicationOf(db: Db, accountId: string) {
  return db
    .selectFrom("applications")
    .leftJoin("cohorts", "cohorts.id", "applications.cohortId")
    .select([
      "applications.id",
      "applications.status",
      "applications.program",
      "cohorts.number as cohort",
      "applications.createdAt",
    ])
    .where("applications.accountId", "=", accountId)
    .orderBy((row) => row("applications.status", "in", endedStatuses))
    .orderBy("applications.sequence", "desc")
    .limit(1)
    .executeTakeFirst()
}

export function listSignIns(db: Db, accountId: string, limit: number) {
  return db
    .selectFrom("sessions")
    .select(["id", "provider", "countryCode as country", "createdAt"])
    .where("accountId", "=", accountId)
    .where("expiresAt", ">", sql<Date>`now()`)
    .orderBy("createdAt", "desc")
    .limit(limit)
    .execute()
}

/** The last lines of the log about one person. */
/** @param without parts of the log, by the first word of their actions */
export function listLastLogAbout(
  db: Db,
  accountId: string,
  { limit, without }: { limit: number; without: readonly string[] },
) {
  return db
    .selectFrom("operatorLog")
    .select(["id", "operatorName as operator", "action", "reason", "createdAt"])
    .where("subjectId", "=", accountId)
    .where(sql<boolean>`split_part(action, '.', 1) <> all(${without})`)
    .orderBy("id", "desc")
    .limit(limit)
    .execute()
}

export async function setBlocked(db: Db, id: string, isBlocked: boolean): Promise<boolean> {
  const changed = await db
    .updateTable("accounts")
    .set({ isBlocked, updatedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .where("isBlocked", "<>", isBlocked)
    .returning("id")
    .execute()
  return changed.length > 0
}

export async function insertBonus(
  db: Db,
  bonus: { id: string; accountId: string; credits: number; reason: string; grantedBy: string | null },
): Promise<{ id: string }> {
  return db
    .insertInto("bonuses")
    .values({ ...bonus, codeId: null })
    .returning("id")
    .executeTakeFirstOrThrow()
}

/** Whether this operator gave a reason for looking at this person's things since then. */
export async function hasOpened(
  db: Db,
  looked: { action: string; operatorId: string; subjectId: string; since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom("operatorLog")
    .select("id")
    .where("subjectId", "=", looked.subjectId)
    .where("operatorId", "=", looked.operatorId)
    .where("action", "=", looked.action)
    .where("createdAt", ">", looked.since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export function listLastPictures(db: Db, accountId: string, limit: number) {
  return db
    .selectFrom("generations")
    .select(["id", "prompt", "isPublic", "createdAt"])
    .where("accountId", "=", accountId)
    .orderBy("createdAt", "desc")
    .orderBy("sequence")
    .limit(limit)
    .execute()
}

export function findPictureOf(db: Db, accountId: string, id: string) {
  return db
    .selectFrom("generations")
    .select("storageKey")
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .executeTakeFirst()
}

/** What was done to a person, for the copy of their data; where the operator sat is not theirs to know. */
export function listLogAbout(db: Db, accountId: string) {
  return db
    .selectFrom("operatorLog")
    .select(["operatorName", "action", "detail", "reason", "createdAt"])
    .where("subjectId", "=", accountId)
    .orderBy("id")
    .execute()
}

/** Which lines of the log are asked for. */
export interface LogFilter {
  part?: string | undefined
  search: string
  /** Id of the last one of the page before. */
  before: string | undefined
}

export function listLog(db: Db, { part, search, before }: LogFilter, limit: number) {
  return db
    .selectFrom("operatorLog")
    .leftJoin("accounts", "accounts.id", "operatorLog.subjectId")
    .select([
      "operatorLog.id",
      "operatorLog.operatorName",
      "operatorLog.action",
      "operatorLog.reason",
      "operatorLog.detail",
      "operatorLog.createdAt",
      "operatorLog.ip",
      "accounts.name as subject",
    ])
    .$if(before !== undefined, (query) => query.where("operatorLog.id", "<", before ?? ""))
    .$if(part !== undefined, (query) => query.where(sql`split_part(operator_log.action, '.', 1)`, "=", part ?? ""))
    .$if(search !== "", (query) =>
      query.where((row) =>
        row.or([
          sql<boolean>`lower(operator_log.operator_name) like ${startsWith(search.toLowerCase())}`,
          sql<boolean>`operator_log.subject_id = any(array(
            select id from accounts where id = ${search} or email = ${search.toLowerCase()}))`,
        ]),
      ),
    )
    .orderBy("operatorLog.id", "desc")
    .limit(limit)
    .execute()
}

/** Requests of the last day to give credits, but those that were followed. */
function openRequests(db: Db) {
  return db
    .selectFrom("operatorLog as asked")
    .where("asked.action", "=", "credits.ask")
    .where("asked.subjectId", "is not", null)
    .where("asked.operatorId", "is not", null)
    .where("asked.createdAt", ">", sql<Date>`now() - interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("operatorLog as given")
            .select("given.id")
            .whereRef("given.subjectId", "=", "asked.subjectId")
            .where("given.action", "=", "credits.grant")
            .where(sql<boolean>`given.detail ->> 'ask' = asked.id::text`),
        ),
      ),
    )
}

/** How many people such requests are for. */
export async function countRequests(db: Db): Promise<number> {
  const { count } = await openRequests(db)
    .select(sql<number>`count(distinct asked.subject_id)::int`.as("count"))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The newest request of the last day to give a person so many credits, unless it was followed.
 * @returns undefined when there is none
 */
export function findAsked(tx: Db, { personId, credits }: { personId: string; credits: number }) {
  return openRequests(tx)
    .select(["asked.id", "asked.operatorName", (row) => row.ref("asked.operatorId").$notNull().as("operatorId")])
    .where("asked.subjectId", "=", personId)
    .where(sql<boolean>`asked.detail ->> 'credits' = ${String(credits)}`)
    .orderBy("asked.id", "desc")
    .limit(1)
    .executeTakeFirst()
}
