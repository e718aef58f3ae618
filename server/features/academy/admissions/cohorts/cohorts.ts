import type { CohortView } from "#contract/academy/admissions.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { termsOf } from "#contract/catalogue/programs/terms.ts"
import { type Db, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import {
  findOpenCohort,
  insertWaiting,
  listCohorts,
} from "#server/features/academy/admissions/records/cohort-queries.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { stateOf } from "./cohort-state.ts"
import { dayOf } from "./days.ts"
import { sendOpenNotice } from "./open-job.ts"
import { confirmWaiting } from "./waiting.ts"

type Cohort = Awaited<ReturnType<typeof listCohorts>>[number]

/** What applicants see of a cohort on a day. */
export function toView(cohort: Cohort, today: string): CohortView {
  const { programId, number, startsOn, applyBy, enrolBy, isPlanned, seats, taken } = cohort
  const program = findProgram(programId)
  return {
    number,
    state: stateOf(cohort, today),
    startsOn,
    applyBy,
    enrolBy,
    isPlanned,
    seatsLeft: Math.max(0, seats - taken),
    ...(program && { terms: termsOf(program, cohort) }),
  }
}

/** For every program the cohort one can apply for, or else the newest one and why one cannot. */
export async function currentCohorts(s: Pick<Services, "db" | "now">) {
  const today = dayOf(s.now())
  const cohorts = await listCohorts(s.db)
  return programCards.map((card) => {
    const own = cohorts.filter(({ programId }) => programId === card.slug)
    const shown = own.find(({ isOpen }) => isOpen) ?? own[0]
    return { programId: card.slug, isLocked: card.disabled, cohort: shown ? toView(shown, today) : null }
  })
}

/**
 * The cohort that somebody who applies now will be in.
 * @throws AppError `not_found` for a program that cannot be applied for, `cohort_closed`, `cohort_full`
 */
export async function cohortToApplyFor(db: Db, programId: string, now: Date): Promise<Cohort> {
  if (!programCards.some(({ slug, disabled }) => slug === programId && !disabled)) {
    throw new AppError("not_found", "This program cannot be applied for.")
  }
  const cohort = await findOpenCohort(db, programId)
  const state = cohort ? stateOf(cohort, dayOf(now)) : "closed"
  if (!cohort || state === "closed" || state === "begun") {
    throw new AppError(
      "cohort_closed",
      "No cohort of this program takes applications now. We can tell you when one does.",
    )
  }
  if (state === "full") throw new AppError("cohort_full", "Every seat of this cohort is taken.")
  return cohort
}

/**
 * Keeps an address that wants to hear when applications open, and confirms it by a mail with the way off the list; where they
 * are open already, it is told at once.
 * @returns whether they are
 * @throws AppError `not_found` for an unknown program
 */
export async function awaitCohort(
  s: Pick<Services, "db" | "now" | "queue">,
  wish: { programId: string; email: string; accountId: string | null },
): Promise<{ isOpen: boolean }> {
  if (!programCards.some(({ slug }) => slug === wish.programId)) {
    throw new AppError("not_found", "There is no such program.")
  }
  return transact(s.db, async (tx) => {
    const { id: waitingId, isNew } = await insertWaiting(tx, { id: newId(), ...wish })
    const cohort = await findOpenCohort(tx, wish.programId)
    const isOpen = cohort !== undefined && stateOf(cohort, dayOf(s.now())) === "open"
    if (isOpen) await s.queue.enqueue(tx, sendOpenNotice, { waitingId, cohortId: cohort.id })
    else if (isNew) await s.queue.enqueue(tx, confirmWaiting, { waitingId })
    return { isOpen }
  })
}
