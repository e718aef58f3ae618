import type { z } from "zod"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import type { OperatorRole } from "#contract/identity/operators.ts"
import type { LogLine, PeopleFilters, PersonRecord, PersonSummary } from "#contract/operations/people.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Services } from "#server/declarations/services.ts"
import { getAccount } from "#server/features/identity/accounts/service.ts"
import { accountTokenKinds, endTokens, issueSecret } from "#server/features/identity/one-time-tokens/service.ts"
import { type Operator, roleOf } from "#server/features/identity/operators/service.ts"
import { endSessions } from "#server/features/identity/sessions/service.ts"
import { balanceOf, entriesOf } from "#server/features/money/credits/service.ts"
import { listOwnOrders } from "#server/features/money/payments/service.ts"
import { csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { act } from "./act.ts"
import * as queries from "./queries.ts"

/** Rows shown at once. */
const shown = { people: 50, movements: 25, log: 100 } as const

/**
 * People found by these, newest first, one page at a time.
 * @param cursor id of the last person of the page before
 * @throws AppError `general_cursor_not_found` when that account has been deleted since
 */
export async function listPeople(
  s: Services,
  filter: z.infer<typeof PeopleFilters>,
  cursor: string | null,
): Promise<{ data: PersonSummary[]; nextCursor: string | null }> {
  const last = cursor === null ? null : await queries.findPlaceInList(s.db, cursor)
  if (last === undefined) throw new AppError("general_cursor_not_found", "The list has changed. Load it again.")
  const rows = await queries.searchPeople(s.db, toFilter(filter), shown.people + 1, last)
  const page = rows.slice(0, shown.people)
  return {
    data: page.map(({ cursor: _, ...row }) => toSummary(row)),
    nextCursor: rows.length > shown.people ? (page.at(-1)?.id ?? null) : null,
  }
}

function toFilter({ search, asked }: z.infer<typeof PeopleFilters>): queries.PeopleFilter {
  return { search: search.trim(), isAsked: asked === "1" }
}

/** For how many people credits are asked of a second operator. */
export const { countRequests } = queries

type FoundRow = Awaited<ReturnType<typeof queries.searchPeople>>[number]
type SummaryRow = Omit<FoundRow, "cursor">

function toSummary({ email, phone, stage, createdAt, ...row }: SummaryRow): PersonSummary {
  return { ...row, email: email ?? "", phone: phone ?? "", stage: stage ?? "", createdAt: serialiseDate(createdAt) }
}

/** The same people, all of them, as lines of a table. */
export function peopleLines(s: Services, filter: z.infer<typeof PeopleFilters>): AsyncGenerator<string> {
  return csvPages<FoundRow>(
    ["id", "name", "e-mail", "phone", "stage", "blocked", "since"],
    csvPageRows,
    (last) => queries.searchPeople(s.db, toFilter(filter), csvPageRows, last),
    ({ cursor: _, ...row }) => {
      const { id, name, email, phone, stage, isBlocked, createdAt } = toSummary(row)
      return [id, name, email, phone, stage, isBlocked ? "yes" : "", createdAt]
    },
  )
}

/** Parts of the log that a person's page shows to those alone who may see what they are about. */
const closedParts = { credits: "people.money", orders: "people.money", review: "people.reviews" } as const

/** @param role who looks: money and reviews are told to some roles only @throws AppError `not_found` */
export async function getPerson(s: Services, id: string, role: OperatorRole | null): Promise<PersonRecord> {
  const person = await queries.findPerson(s.db, id)
  if (!person) throw new AppError("not_found", "There is no such person.")
  const page = { limit: shown.movements, cursor: null }
  const { credits: free, held } = await balanceOf(s.db, id)
  const seesMoney = mayOperate(role, "people.money")
  const ledger = seesMoney ? (await entriesOf(s.db, id, page)).data : null
  const orders = seesMoney ? (await listOwnOrders(s, id, page)).data : null
  const runs = await queries.listRuns(s.db, id, shown.movements)
  const application = await queries.findApplicationOf(s.db, id)
  const signIns = await queries.listSignIns(s.db, id, shown.movements)
  const closed = Object.entries(closedParts).filter(([, right]) => !mayOperate(role, right))
  const log = await queries.listLastLogAbout(s.db, id, {
    limit: shown.movements,
    without: closed.map(([part]) => part),
  })
  const { program, cohort, country, isEmailVerified, hasSecondFactor, sessions, pictures, ...summary } = person
  return {
    ...toSummary(summary),
    isEmailVerified,
    hasSecondFactor,
    program: program ?? "",
    cohort: cohort ?? "",
    country: country ?? "",
    credits: free,
    held,
    sessions,
    pictures,
    ledger:
      ledger?.map(({ id: entryId, amount, note, createdAt }) => ({ id: entryId, amount, note, createdAt })) ?? null,
    orders:
      orders?.map(({ tx_ref, title, status, amount, currency, createdAt }) => ({
        tx_ref,
        title,
        status,
        amount,
        currency,
        createdAt,
      })) ?? null,
    runs: runs.map(withDate),
    application: application ? withDate(application) : null,
    signIns: signIns.map(withDate),
    log: log.map(withDate),
  }
}

/** @throws AppError `not_found`; `not_allowed` for oneself and for owners */
export async function blockPerson(
  s: Services,
  operator: Operator,
  personId: string,
  { isBlocked, reason }: { isBlocked: boolean; reason: string },
): Promise<void> {
  const action = isBlocked ? "people.block" : "people.unblock"
  await act(s, operator, personId, { action, reason }, async (tx) => {
    if (personId === operator.accountId || (await roleOf(tx, personId)) === "owner") {
      throw new AppError("not_allowed", "Nobody blocks themselves or an owner.")
    }
    if (!(await queries.setBlocked(tx, personId, isBlocked))) {
      throw new AppError(
        "step_not_allowed",
        isBlocked ? "This person is blocked already." : "This person is not blocked.",
      )
    }
    if (isBlocked) {
      await endTokens(tx, await getAccount(tx, personId), accountTokenKinds)
      await endSessions(tx, personId)
    }
    return isBlocked ? { before: "open", after: "blocked" } : { before: "blocked", after: "open" }
  })
}

/** All work of a person as lines of a table. @throws AppError `not_found` */
export async function runLines(s: Pick<Services, "db">, personId: string): Promise<AsyncGenerator<string>> {
  if (!(await queries.findPerson(s.db, personId))) throw new AppError("not_found", "There is no such person.")
  type Row = Awaited<ReturnType<typeof queries.listRunsById>>[number]
  return csvPages<Row>(
    ["id", "begun", "ended", "kind", "title", "state"],
    csvPageRows,
    (last) => queries.listRunsById(s.db, personId, csvPageRows, last?.id ?? null),
    ({ id, createdAt, finishedAt, kind, title, status }) => [
      ...[id, createdAt.toISOString(), finishedAt?.toISOString() ?? "", kind, title, status],
    ],
  )
}

/** @throws AppError `not_found`; `not_allowed` for an owner's, but by another owner */
export async function endPersonSessions(
  s: Services,
  operator: Operator,
  personId: string,
  reason: string,
): Promise<void> {
  await act(s, operator, personId, { action: "people.endSessions", reason }, async (tx) => {
    const isByOwner = operator.accountId === null || (await roleOf(tx, operator.accountId)) === "owner"
    if (!isByOwner && (await roleOf(tx, personId)) === "owner") {
      throw new AppError("not_allowed", "Only an owner signs out an owner.")
    }
    return { before: { sessions: await endSessions(tx, personId) }, after: { sessions: 0 } }
  })
}

function withDate<Row extends { createdAt: Date }>(row: Row): Omit<Row, "createdAt"> & { createdAt: string } {
  return { ...row, createdAt: serialiseDate(row.createdAt) }
}

/**
 * Sends the mail that confirms an address once more.
 * @throws AppError `not_found`, `user_email_already_verified`, `user_email_not_found`
 */
export async function resendConfirmation(
  s: Services,
  operator: Operator,
  personId: string,
  reason: string,
): Promise<void> {
  await act(s, operator, personId, { action: "people.confirm", reason }, async (tx) => {
    const { email, isEmailVerified } = await getAccount(tx, personId)
    if (!email) throw new AppError("user_email_not_found", "This account has no e-mail address.")
    if (isEmailVerified) throw new AppError("user_email_already_verified", "The address is confirmed already.")
    const url = `${s.config.publicUrl}/verify-user`
    await issueSecret(s, tx, { kind: "verification", url, owner: { accountId: personId }, claimId: personId })
    return { before: "not confirmed", after: "mail sent again" }
  })
}

/** One page of the log. */
export async function listLog(s: Services, filter: queries.LogFilter): Promise<LogLine[]> {
  const rows = await queries.listLog(s.db, filter, shown.log)
  return rows.map(({ operatorName, subject, createdAt, detail, ip, ...row }) => ({
    ...row,
    about: aboutOf(detail),
    before: inWords(detail.before),
    after: inWords(detail.after),
    address: ip,
    operator: operatorName,
    subject: subject ?? "",
    createdAt: serialiseDate(createdAt),
  }))
}

/** The same lines, all of them, as a table, with where each operator sat and what was before and after. */
export function logLines(s: Services, filter: Omit<queries.LogFilter, "before">): AsyncGenerator<string> {
  return csvPages<LogRow>(
    ["id", "when", "operator", "action", "person", "about", "reason", "address", "detail"],
    csvPageRows,
    (last) => queries.listLog(s.db, { ...filter, before: last?.id }, csvPageRows),
    ({ id, createdAt, operatorName, action, subject, detail, reason, ip }) => [
      ...[id, serialiseDate(createdAt), operatorName, action, subject ?? "", aboutOf(detail), reason, ip],
      JSON.stringify(detail),
    ],
  )
}

type LogRow = Awaited<ReturnType<typeof queries.listLog>>[number]

/** What a line is about, in a few words. */
function aboutOf({ about, before, after, prompt, count }: Record<string, unknown>): string {
  if (typeof about === "string") return about
  const word = (value: unknown): unknown =>
    typeof value === "object" && value !== null && "word" in value ? value.word : null
  const found = word(after) ?? word(before) ?? prompt
  if (typeof found === "string") return found
  return typeof count === "number" ? String(count) : ""
}

/** Most letters of what was before or after that a screen shows; the table has all of it. */
const shownLetters = 300

/** A value that a line keeps, in a few words: "percent: 10, ends on: 2026-12-31". */
function inWords(value: unknown): string {
  const text = wordsOf(value)
  return text.length > shownLetters ? `${text.slice(0, shownLetters)}…` : text
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value !== "object") return String(value)
  if (Array.isArray(value)) return value.map(wordsOf).join(", ")
  // An id says nothing to whoever reads; the table has it.
  return Object.entries(value)
    .filter(([name]) => name !== "id")
    .map(([name, one]): [string, string] => [
      name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      wordsOf(one),
    ])
    .filter(([, words]) => words !== "")
    .map(([name, words]) => `${name}: ${words}`)
    .join(", ")
}
