import { mayOperate } from "#contract/identity/operator-rights.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { cohortOf, placesOf } from "#server/features/academy/admissions/service.ts"
import { cohortsOf, type Operator } from "#server/features/identity/operators/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { isSilenced, listLearners, listTeachers } from "./queries.ts"

/** Somebody who reads a cohort's discussions. */
export interface Member {
  accountId: string
  cohortId: string
  /** Whether they teach it: what was deleted is shown to them, and they pin, close and hide. */
  isTeacher: boolean
  /** Whether they write in it: who had too much taken down reads only. */
  mayWrite: boolean
}

/**
 * Who calls, as a member of a cohort: a learner with a place in it, or somebody who teaches it.
 * @throws AppError `not_found` for everybody else, who is told of nothing
 */
export async function memberOf(s: Pick<Services, "db">, caller: Person, cohortId: string): Promise<Member> {
  const { accountId } = caller
  const isTeacher = await teaches(s.db, caller, cohortId)
  const learns = isTeacher || (await placesOf(s.db, accountId)).some((place) => place.cohortId === cohortId)
  if (!learns) throw noDiscussion()
  return { accountId, cohortId, isTeacher, mayWrite: isTeacher || !(await isSilenced(s.db, accountId)) }
}

/** @throws AppError `not_found` for who does not teach the cohort */
export async function teacherIn(
  s: Pick<Services, "db">,
  caller: Person,
  ip: string,
  cohortId: string,
): Promise<Operator> {
  if (!(await teaches(s.db, caller, cohortId))) throw noDiscussion()
  return { accountId: caller.accountId, ip }
}

async function teaches(db: Db, caller: Person, cohortId: string): Promise<boolean> {
  const role = caller.operatorRole
  if (role === null || caller.lacksFactor || !mayOperate(role, "teaching")) return false
  const scope = await cohortsOf(db, caller.accountId, role)
  return scope === null ? (await cohortOf(db, cohortId)) !== undefined : scope.includes(cohortId)
}

export function noDiscussion(): AppError {
  return new AppError("not_found", "There is no such discussion.")
}

/** A name as a cohort reads it: the first one, and the first letter of the last. */
export function shortName(name: string | null): string {
  const [first = "", ...others] = (name ?? "").trim().split(/\s+/)
  const last = others.at(-1)
  return last ? `${first} ${[...last][0]}.` : first
}

/** Somebody who can be mentioned, by the name that the cohort reads. */
export interface Named {
  accountId: string
  name: string
}

/** Everybody in a cohort, the teachers to whom it was given before the learners. @param most no more learners than these */
export async function listNamed(db: Db, cohortId: string, most?: number): Promise<Named[]> {
  const people = [...(await listTeachers(db, cohortId)), ...(await listLearners(db, cohortId, most))]
  return people.map(({ accountId, name }) => ({ accountId, name: shortName(name) }))
}

/** Who of these is named after an `@` in a text; a short name that is the beginning of a longer one is not named by that. */
export function findMentioned(people: readonly Named[], text: string): Named[] {
  let words = text.toLowerCase()
  const named = new Set<string>()
  const names = new Set(people.map(({ name }) => name.toLowerCase()))
  for (const name of [...names].sort((one, other) => other.length - one.length)) {
    if (name === "" || !words.includes(`@${name}`)) continue
    named.add(name)
    words = words.replaceAll(`@${name}`, " ")
  }
  return people.filter(({ name }) => named.has(name.toLowerCase()))
}
