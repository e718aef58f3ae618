import { invitationDays, type OperatorRole, type TeamMember } from "#contract/product/operators.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { csvLine } from "#server/platform/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import { dropRole, giveRole, inviteOperator, type Operator, roleOf, writeLog } from "./service.ts"
import * as queries from "./team-queries.ts"

/** Who has a role. */
export async function listTeam(s: Pick<Services, "db">): Promise<TeamMember[]> {
  const rows = await queries.listTeam(s.db)
  return rows.map(({ email, createdAt, ...row }) => ({ ...row, email: email ?? "", since: createdAt.toISOString() }))
}

/** The same as lines of a table. */
export async function* teamLines(s: Pick<Services, "db">): AsyncGenerator<string> {
  yield csvLine(["id", "name", "e-mail", "role", "two-step", "since"])
  for (const { id, name, email, role, hasSecondFactor, since } of await listTeam(s)) {
    yield csvLine([id, name, email, role, hasSecondFactor ? "on" : "off", since])
  }
}

/** Makes a one-time link that gives a role. @returns its address, which is shown once and kept nowhere */
export async function invite(
  s: Pick<Services, "db" | "config">,
  operator: Operator,
  { role, reason }: { role: OperatorRole; reason: string },
): Promise<string> {
  const expiresAt = new Date(Date.now() + invitationDays * 86_400_000)
  const secret = await transact(s.db, async (tx) => {
    await writeLog(tx, operator, { action: "team.invite", detail: { about: role, role }, reason })
    return inviteOperator(tx, role, expiresAt)
  })
  return `${s.config.publicUrl}/operator?token=${secret}`
}

/** Gives a member another role. @throws AppError `not_found`, `step_not_allowed`, `last_owner` */
export function changeRole(
  s: Pick<Services, "db">,
  operator: Operator,
  memberId: string,
  { role, reason }: { role: OperatorRole; reason: string },
): Promise<void> {
  return onMember(s, memberId, async (tx, before) => {
    if (before === role) throw new AppError("step_not_allowed", `This person is ${role} already.`)
    await giveRole(tx, memberId, role)
    const detail = { about: `${before} to ${role}`, before, after: role }
    await writeLog(tx, operator, { action: "team.change", subjectId: memberId, detail, reason })
  })
}

/** Takes a member's role. @throws AppError `not_found`, `last_owner` */
export function remove(
  s: Pick<Services, "db">,
  operator: Operator,
  memberId: string,
  { reason }: { reason: string },
): Promise<void> {
  return onMember(s, memberId, async (tx, before) => {
    await dropRole(tx, memberId)
    const detail = { about: before, before, after: null }
    await writeLog(tx, operator, { action: "team.remove", subjectId: memberId, detail, reason })
  })
}

async function onMember(
  s: Pick<Services, "db">,
  memberId: string,
  change: (tx: Tx, before: OperatorRole) => Promise<void>,
): Promise<void> {
  await transact(s.db, async (tx) => {
    const before = await roleOf(tx, memberId)
    if (!before) throw new AppError("not_found", "This person has no role.")
    await change(tx, before)
  })
}
