import { isDeepStrictEqual } from "node:util"
import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import { type Invitation, invitationDays, type OperatorRole, type TeamMember } from "#contract/identity/operators.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { newSecret, sha256 } from "#server/platform/ids.ts"
import { mailInvitationLink } from "./invitation-mail.ts"
import {
  endInvite,
  insertInvite,
  knownCohorts,
  listCohortsOf,
  listOpenInvites,
  lockInvite,
  setInviteSecret,
} from "./queries.ts"
import { actWithLog, dropRole, giveRole, type Operator, roleOf } from "./service.ts"
import * as queries from "./team-queries.ts"

/** Who has a role. */
export async function listTeam(s: Pick<Services, "db">): Promise<TeamMember[]> {
  const rows = await queries.listTeam(s.db)
  return rows.map(({ email, createdAt, ...row }) => ({ ...row, email: email ?? "", since: serialiseDate(createdAt) }))
}

/** The same as lines of a table. */
export async function* teamLines(s: Pick<Services, "db">): AsyncGenerator<string> {
  yield csvLine(["id", "name", "e-mail", "role", "cohorts", "two-step", "since"])
  for (const { id, name, email, role, cohortIds, hasSecondFactor, since } of await listTeam(s)) {
    yield csvLine([id, name, email, role, cohortIds.join(" "), hasSecondFactor ? "on" : "off", since])
  }
}

/** A role with what it is narrowed down to, and why it is given. */
interface Given {
  role: OperatorRole
  cohortIds: readonly string[]
  reason: string
}

/** @throws AppError `general_argument_invalid` for a teacher without a cohort, a cohort that is none, or a list for another role */
async function checkCohorts(tx: Tx, { role, cohortIds }: Pick<Given, "role" | "cohortIds">): Promise<void> {
  const words =
    role === "teacher"
      ? cohortIds.length === 0
        ? "Please choose the cohorts of this teacher."
        : (await knownCohorts(tx, cohortIds)).length < new Set(cohortIds).size && "There is no such cohort."
      : cohortIds.length > 0 && "Only a teacher is given cohorts."
  if (words) throw new AppError("general_argument_invalid", words, { fields: { cohortIds: words } })
}

const invitationMs = invitationDays * 86_400_000

/** A secret of an invitation, made anew each time: only its hash is kept. */
function newLink(s: Pick<Services, "config">) {
  const secret = newSecret(32)
  return {
    url: `${s.config.publicUrl}/operator?token=${secret}`,
    tokenHash: sha256(secret),
    expiresAt: new Date(Date.now() + invitationMs),
  }
}

/**
 * Makes a one-time link that gives a role, as long as its maker is an owner, and mails it where an address is given.
 * @returns its address, which is kept nowhere; "" for one that was mailed, whose link the mail alone has
 * @throws AppError as `checkCohorts`
 */
export async function invite(
  s: Pick<Services, "db" | "config" | "queue">,
  operator: Operator & { accountId: string },
  { role, cohortIds, email, reason }: Given & { email: string },
): Promise<string> {
  const { url, ...link } = newLink(s)
  await actWithLog(s, operator, { action: "team.invite", reason }, async (tx) => {
    await checkCohorts(tx, { role, cohortIds })
    const made = { role, cohortIds: [...new Set(cohortIds)], email: email || null, createdBy: operator.accountId }
    const invitationId = await insertInvite(tx, { ...made, ...link })
    if (email) await s.queue.enqueue(tx, mailInvitationLink, { invitationId, accountId: operator.accountId })
    return { detail: { about: role, role, cohortIds, email } }
  })
  return email ? "" : url
}

/** Links that still give a role. */
export async function listInvitations(s: Pick<Services, "db">): Promise<Invitation[]> {
  const rows = await listOpenInvites(s.db)
  return rows.map(({ email, madeBy, createdAt, endsAt, ...row }) => ({
    ...row,
    email: email ?? "",
    madeBy: madeBy ?? "",
    createdAt: serialiseDate(createdAt),
    endsAt: serialiseDate(endsAt),
  }))
}

function onInvitation<Result>(
  s: Pick<Services, "db">,
  operator: Operator,
  id: string,
  action: OperatorAction,
  change: (tx: Tx, invite: { role: OperatorRole; email: string | null }) => Promise<Result>,
): Promise<Result> {
  return actWithLog(s, operator, { action, reason: "" }, async (tx) => {
    const open = await lockInvite(tx, id)
    if (!open) throw new AppError("not_found", "This invitation was used or ended. Look at the list again.")
    return { detail: { about: open.role, invitation: id }, result: await change(tx, open) }
  })
}

/** Another link of an invitation: the one before ends. @returns its address @throws AppError `not_found` */
export function renewInvitation(
  s: Pick<Services, "db" | "config">,
  operator: Operator & { accountId: string },
  id: string,
): Promise<string> {
  const { url, ...link } = newLink(s)
  return onInvitation(s, operator, id, "team.renew", async (tx) => {
    await setInviteSecret(tx, id, { ...link, createdBy: operator.accountId })
    return url
  })
}

/** Mails an invitation again. @throws AppError `not_found`, `step_not_allowed` for one without an address */
export function mailInvitation(
  s: Pick<Services, "db" | "queue">,
  operator: Operator & { accountId: string },
  id: string,
): Promise<void> {
  return onInvitation(s, operator, id, "team.renew", async (tx, { email }) => {
    if (!email) throw new AppError("step_not_allowed", "This invitation has no address. Copy its link instead.")
    await s.queue.enqueue(tx, mailInvitationLink, { invitationId: id, accountId: operator.accountId })
  })
}

/** @throws AppError `not_found` */
export function endInvitation(s: Pick<Services, "db">, operator: Operator, id: string): Promise<void> {
  return onInvitation(s, operator, id, "team.end", (tx) => endInvite(tx, id))
}

/** Gives a member another role, or a teacher other cohorts. @throws AppError `not_found`, `step_not_allowed`, `last_owner`, and as `checkCohorts` */
export function changeRole(
  s: Pick<Services, "db">,
  operator: Operator,
  memberId: string,
  { role, cohortIds, reason }: Given,
): Promise<void> {
  return onMember(s, operator, memberId, { action: "team.change", reason }, async (tx, before) => {
    const had = await listCohortsOf(tx, memberId)
    const wanted = [...new Set(cohortIds)].sort()
    if (before === role && isDeepStrictEqual(had, wanted)) {
      throw new AppError("step_not_allowed", `This person is ${role} already.`)
    }
    await checkCohorts(tx, { role, cohortIds })
    await giveRole(tx, memberId, role, wanted)
    const cohorts = role === "teacher" || before === "teacher" ? { cohorts: { before: had, after: wanted } } : {}
    const about = before === role ? `${role}: ${wanted.join(", ")}` : `${before} to ${role}`
    return { about, before, after: role, ...cohorts }
  })
}

/** Takes a member's role. @throws AppError `not_found`, `last_owner` */
export function remove(
  s: Pick<Services, "db">,
  operator: Operator,
  memberId: string,
  { reason }: { reason: string },
): Promise<void> {
  return onMember(s, operator, memberId, { action: "team.remove", reason }, async (tx, before) => {
    await dropRole(tx, memberId)
    return { about: before, before, after: null }
  })
}

async function onMember(
  s: Pick<Services, "db">,
  operator: Operator,
  memberId: string,
  line: { action: OperatorAction; reason: string },
  change: (tx: Tx, before: OperatorRole) => Promise<object>,
): Promise<void> {
  await actWithLog(s, operator, line, async (tx) => {
    const before = await roleOf(tx, memberId)
    if (!before) throw new AppError("not_found", "This person has no role.")
    return { subjectId: memberId, detail: await change(tx, before) }
  })
}
