import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import { invitationDays, type OperatorRole, type TeamMember } from "#contract/identity/operators.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { actWithLog, dropRole, giveRole, inviteOperator, type Operator, roleOf } from "./service.ts"
import * as queries from "./team-queries.ts"

/** Who has a role. */
export async function listTeam(s: Pick<Services, "db">): Promise<TeamMember[]> {
  const rows = await queries.listTeam(s.db)
  return rows.map(({ email, createdAt, ...row }) => ({ ...row, email: email ?? "", since: serialiseDate(createdAt) }))
}

/** The same as lines of a table. */
export async function* teamLines(s: Pick<Services, "db">): AsyncGenerator<string> {
  yield csvLine(["id", "name", "e-mail", "role", "two-step", "since"])
  for (const { id, name, email, role, hasSecondFactor, since } of await listTeam(s)) {
    yield csvLine([id, name, email, role, hasSecondFactor ? "on" : "off", since])
  }
}

/**
 * Makes a one-time link that gives a role, as long as its maker is an owner.
 * @returns its address, which is shown once and kept nowhere
 */
export async function invite(
  s: Pick<Services, "db" | "config">,
  operator: Operator & { accountId: string },
  { role, reason }: { role: OperatorRole; reason: string },
): Promise<string> {
  const expiresAt = new Date(Date.now() + invitationDays * 86_400_000)
  const secret = await actWithLog(s, operator, { action: "team.invite", reason }, async (tx) => ({
    detail: { about: role, role },
    result: await inviteOperator(tx, role, { accountId: operator.accountId, expiresAt }),
  }))
  return `${s.config.publicUrl}/operator?token=${secret}`
}

/** Gives a member another role. @throws AppError `not_found`, `step_not_allowed`, `last_owner` */
export function changeRole(
  s: Pick<Services, "db">,
  operator: Operator,
  memberId: string,
  { role, reason }: { role: OperatorRole; reason: string },
): Promise<void> {
  return onMember(s, operator, memberId, { action: "team.change", reason }, async (tx, before) => {
    if (before === role) throw new AppError("step_not_allowed", `This person is ${role} already.`)
    await giveRole(tx, memberId, role)
    return { about: `${before} to ${role}`, before, after: role }
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
