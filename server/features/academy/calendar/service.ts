import { createHmac } from "node:crypto"
import { readCalendarFeed } from "#contract/academy/calendar-feed.ts"
import type { Services } from "#server/declarations/services.ts"
import { placesOf, tuitionStateOf } from "#server/features/academy/admissions/service.ts"
import { courseOf } from "#server/features/academy/learning/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { isEqual } from "#server/platform/security/signature.ts"
import type { Entry } from "./feed.ts"
import * as queries from "./queries.ts"

const dayMs = 86_400_000

/** Classes stay in a calendar for so many days after they were, and there are so many of a place at most. */
const shown = { days: 120, classes: 500 } as const

/** Proves that whoever has it was given the address. Made of how often it was renewed, it is no secret that is stored. */
function keyOf(s: Pick<Services, "tokenKey">, accountId: string, renewals: number): string {
  return createHmac("sha256", s.tokenKey).update(`calendar:${accountId}:${renewals}`).digest("base64url")
}

function addressWith(s: Pick<Services, "tokenKey" | "config">, account: string, renewals: number): string {
  const query = new URLSearchParams({ account, key: keyOf(s, account, renewals) })
  return `${s.config.publicUrl}${readCalendarFeed.path}?${query}`
}

/** The secret address of a person's calendar; null once they ended it. */
export async function addressOf(s: Services, accountId: string): Promise<string | null> {
  const renewals = await queries.findRenewals(s.db, accountId)
  return renewals === undefined ? null : addressWith(s, accountId, renewals)
}

/** Another address; the one before ends at once. */
export async function renewAddress(s: Services, accountId: string): Promise<string> {
  return addressWith(s, accountId, await queries.countRenewal(s.db, accountId, { isEnded: false }))
}

/** No address any more, until another is made. Counted like a renewal, so that one made later is never the one that ended. */
export async function endAddress(s: Services, accountId: string): Promise<void> {
  await queries.countRenewal(s.db, accountId, { isEnded: true })
}

/** What stands in the calendar of an address. @throws AppError `not_found` for one that is wrong, was renewed or ended, or whose person is gone */
export async function entriesOf(s: Services, { account, key }: { account: string; key: string }): Promise<Entry[]> {
  const renewals = await queries.findRenewals(s.db, account)
  if (renewals === undefined || !isEqual(key, keyOf(s, account, renewals))) {
    throw new AppError("not_found", "There is no such calendar. Its address may have been renewed or ended.")
  }
  const entries: Entry[] = []
  const running = await queries.findRunning(s.db, account, s.now())
  if (running) {
    const at = {
      startsAt: running.startedAt,
      minutes: (running.endsAt.getTime() - running.startedAt.getTime()) / 60_000,
    }
    const text = "What is answered by its end counts."
    const entry = { title: "Assessment", text, path: "/assessment", isCancelled: false }
    entries.push({ ...entry, id: `assessment-${running.id}`, revision: 0, changedAt: running.startedAt, at })
  }
  for (const place of await placesOf(s.db, account)) entries.push(...(await entriesOfPlace(s, place)))
  return entries
}

async function entriesOfPlace(s: Services, place: Awaited<ReturnType<typeof placesOf>>[number]): Promise<Entry[]> {
  const path = `/learn?${new URLSearchParams({ place: place.id })}`
  const since = new Date(s.now().getTime() - shown.days * dayMs)
  const classes = (await queries.listClassesSince(s.db, place.cohortId, since, shown.classes)).map((live): Entry => {
    const { id, title, startsAt, minutes, revision, changedAt, cancelledAt } = live
    const text = "The link of the call opens on your program's page shortly before."
    return { id, title, text, path, revision, changedAt, at: { startsAt, minutes }, isCancelled: cancelledAt !== null }
  })
  // A whole day changes only by another one, which calendars read with the list.
  const whole = { revision: 0, changedAt: new Date(`${place.startsOn}T00:00:00Z`), isCancelled: false }
  const unpaid = place.status === "active" ? await queries.listUnpaid(s.db, place.id) : []
  const payments = unpaid.map(({ part, dueOn }): Entry => {
    const text = "It can be paid until the end of this day."
    return {
      ...whole,
      id: `tuition-${place.id}-${part}`,
      at: { day: dueOn },
      title: "Tuition is due",
      text,
      path: "/tuition",
    }
  })
  const tuition = (await tuitionStateOf(s, place.id)) ?? "ended"
  const lessons = (await courseOf(s, s.db, place, tuition)).flatMap((module) => module.lessons)
  const tasks = lessons
    .filter(({ isDone, dueOn }) => !isDone && dueOn !== "")
    .map(({ id, title, dueOn }): Entry => {
      const text = "The last day to hand this in."
      return {
        ...whole,
        id: `task-${place.id}-${id}`,
        at: { day: dueOn },
        title: `Hand in: ${title}`,
        text,
        path: `/learn/${id}`,
      }
    })
  return [...classes, ...payments, ...tasks]
}
