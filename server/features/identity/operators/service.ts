import { sql } from "kysely"
import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import { mayOperate, needsProof, type OperatorRight } from "#contract/identity/operator-rights.ts"
import type { CohortScope, OperatorRole } from "#contract/identity/operators.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { type Caller, isFreshProof, type Person } from "#server/platform/http/caller.ts"
import { newSecret, sha256 } from "#server/platform/ids.ts"
import { publish } from "#server/platform/realtime/realtime.ts"
import * as queries from "./queries.ts"

/** An operator at work, and from where; no account for somebody at the machine itself. */
export interface Operator {
  accountId: string | null
  ip: string
}

/**
 * @throws AppError `not_allowed` for everybody whose role has not this right; `second_factor_required` while the role
 * waits for one; `proof_required` where the right asks for a fresh proof
 */
export function requireRight(right: OperatorRight, caller: Caller): Person & { operatorRole: OperatorRole } {
  if (caller.kind === "person" && caller.lacksFactor) {
    throw new AppError("second_factor_required", "Set up two-step sign-in at My account first: your role needs it.")
  }
  const operatorRole = caller.kind === "person" ? caller.operatorRole : null
  if (caller.kind !== "person" || operatorRole === null || !mayOperate(operatorRole, right)) {
    throw new AppError("not_allowed", "Your role does not open this.")
  }
  // A token is a copy of a proof, never a fresh one.
  if (needsProof(right) && (caller.isByJwt || !isFreshProof(caller.provedAt))) {
    throw new AppError("proof_required", "To be sure it is you, give your password or code once more.")
  }
  return { ...caller, operatorRole }
}

/** The operator who makes a call. @throws AppError as `requireRight` */
export function operatorWith(right: OperatorRight, caller: Caller, ip: string): Operator & { accountId: string } {
  return { accountId: requireRight(right, caller).accountId, ip }
}

/** Writes one line of the operators' log, in the transaction of what was done. */
export async function writeLog(
  tx: Tx,
  { accountId, ip }: Operator,
  line: { action: OperatorAction; subjectId?: string | null; detail?: object; reason: string },
): Promise<void> {
  const { action, subjectId = null, detail = {}, reason } = line
  await queries.insertLog(tx, { action, subjectId, detail, reason, operatorId: accountId, ip })
}

/** Whom a line of the log is about, and what it tells. */
export interface LogFacts {
  subjectId?: string | null
  detail: object
}

/** Does something that has a result and writes its line of the log, in one commit. */
export function actWithLog<Result>(
  s: Pick<Services, "db">,
  operator: Operator,
  line: { action: OperatorAction; reason: string },
  change: (tx: Tx) => Promise<LogFacts & { result: Result }>,
): Promise<Result>
/** Does something and writes its line of the log, in one commit; no line where `change` says that it was done before. */
export function actWithLog(
  s: Pick<Services, "db">,
  operator: Operator,
  line: { action: OperatorAction; reason: string },
  change: (tx: Tx) => Promise<LogFacts | null>,
): Promise<void>
export function actWithLog(
  s: Pick<Services, "db">,
  operator: Operator,
  { action, reason }: { action: OperatorAction; reason: string },
  change: (tx: Tx) => Promise<(LogFacts & { result?: unknown }) | null>,
): Promise<unknown> {
  return transact(s.db, async (tx) => {
    const done = await change(tx)
    if (done === null) return undefined
    const { result, ...facts } = done
    await writeLog(tx, operator, { ...facts, action, reason })
    return result
  })
}

/** What became of many: those that were done, and why the others were not. */
export interface Outcomes {
  done: number
  skipped: { id: string; why: string }[]
}

/**
 * Acts on each of many in a transaction of its own, with its line of the log: one that cannot be done, for whatever
 * reason, is told and keeps no other from being done.
 * @param act answers whom the line is about and what it tells
 */
export async function actOnEach(
  s: Pick<Services, "db" | "log">,
  operator: Operator,
  { ids, reason, action }: { ids: readonly string[]; reason: string; action: OperatorAction },
  act: (tx: Tx, id: string) => Promise<LogFacts>,
): Promise<Outcomes> {
  const outcomes: Outcomes = { done: 0, skipped: [] }
  for (const id of [...new Set(ids)]) {
    try {
      await actWithLog(s, operator, { action, reason }, (tx) => act(tx, id))
      outcomes.done++
    } catch (error) {
      if (!(error instanceof AppError)) s.log.error({ err: error, id, action }, "one of many was left as it was")
      outcomes.skipped.push({ id, why: error instanceof AppError ? error.message : "It could not be done just now." })
    }
  }
  return outcomes
}

/** What an account's role is, and whether it waits for a second factor. */
export async function ownRoleOf(s: Pick<Services, "db" | "config">, caller: Person) {
  return { role: await roleOf(s.db, caller.accountId), needsSecondFactor: caller.lacksFactor ?? false }
}

/** The operator role of an account, asked of the database each time (docs/security.md#rights). */
export async function roleOf(db: Db, accountId: string): Promise<OperatorRole | null> {
  const row = await db.selectFrom("operators").select("role").where("accountId", "=", accountId).executeTakeFirst()
  return row?.role ?? null
}

/** Other operators whose role has this right, and who are not blocked. */
export async function othersWith(tx: Tx, accountId: string, right: OperatorRight): Promise<{ id: string }[]> {
  return (await queries.listOtherOperators(tx, accountId)).filter(({ role }) => mayOperate(role, right))
}

/**
 * Nobody gives themselves by their own right what another operator could give (docs/product-rules.md#second-operator).
 * @param accountId who would get it
 * @throws AppError `not_allowed` for somebody who has the right, where another operator has it too
 */
export async function refuseForOneself(tx: Tx, accountId: string, right: OperatorRight): Promise<void> {
  if (!mayOperate(await roleOf(tx, accountId), right) || (await othersWith(tx, accountId, right)).length === 0) return
  throw new AppError("not_allowed", "This would be for yourself, and by your own right. Please ask another operator.")
}

/** Whether nobody else could look after this installation; stays true or false until the transaction ends. */
export async function isOnlyOwner(tx: Tx, accountId: string): Promise<boolean> {
  const owners = await queries.holdOwners(tx)
  return owners.length === 1 && owners[0] === accountId
}

/**
 * Makes the one-time link for the first operator; nothing when there is an operator, or a link that still makes one.
 * @returns the secret of the link, or null
 */
export function inviteFirstOperator(db: Db): Promise<string | null> {
  return transact(db, async (tx) => {
    // Two processes that start at once must not both print a link.
    await sql`lock table operator_invites in exclusive mode`.execute(tx)
    if (await queries.hasOperatorOrInvite(tx)) return null
    return inviteOperator(tx, "owner")
  })
}

/**
 * Makes the owner of the settings' first address the first operator, when they confirm it and nobody is one yet.
 * @returns whether they became it
 */
export async function welcomeFirstOperator(tx: Tx, accountId: string): Promise<boolean> {
  await sql`lock table operators in exclusive mode`.execute(tx)
  const known = await tx.selectFrom("operators").select("accountId").limit(1).executeTakeFirst()
  if (known) return false
  await tx.insertInto("operators").values({ accountId, role: "owner" }).execute()
  await publish(tx, { kind: "roles-changed", accountId })
  return true
}

/**
 * Uses a one-time link up and gives the person its role.
 * @throws AppError `user_invalid_token` when the link is wrong, was used or is too old, or its maker is no owner any more
 */
export async function claimOwnership(
  db: Db,
  { accountId, ip }: { accountId: string; ip: string },
  secret: string,
): Promise<OperatorRole> {
  return transact(db, async (tx) => {
    // In the order in which deleting an account and taking a role go, so that nobody waits in a ring.
    await queries.holdAccount(tx, accountId)
    await queries.holdOwners(tx)
    const invite = await queries.useInvite(tx, sha256(secret))
    if (!invite) throw new AppError("user_invalid_token", "This link is wrong, was used before, or is too old.")
    const { role } = invite
    // A cohort that is gone by now is left out.
    await giveRole(tx, accountId, role, await queries.knownCohorts(tx, invite.cohortIds))
    const detail = { about: role, before: null, after: role }
    await writeLog(
      tx,
      { accountId, ip },
      { action: "team.join", subjectId: accountId, detail, reason: "One-time link" },
    )
    return role
  })
}

/**
 * Makes a one-time link of the machine itself that gives a role, good for `invitationDays`.
 * @returns the secret of the link, which is kept nowhere
 */
export async function inviteOperator(db: Db, role: OperatorRole): Promise<string> {
  const secret = newSecret(32)
  await queries.insertInvite(db, { tokenHash: sha256(secret), role, expiresAt: null, createdBy: null })
  return secret
}

/** @returns the cohorts that an operator's role is narrowed down to */
export async function cohortsOf(db: Db, accountId: string, role: OperatorRole): Promise<CohortScope> {
  return role === "teacher" ? queries.listCohortsOf(db, accountId) : null
}

/**
 * Gives an account an operator's role, in place of the one it had.
 * @param cohortIds what a teacher is given, in place of what they had
 * @throws AppError `last_owner`
 */
export async function giveRole(
  tx: Tx,
  accountId: string,
  role: OperatorRole,
  cohortIds: readonly string[] = [],
): Promise<void> {
  if (role !== "owner") await endOwnership(tx, accountId)
  await tx
    .insertInto("operators")
    .values({ accountId, role })
    .onConflict((conflict) => conflict.column("accountId").doUpdateSet({ role }))
    .execute()
  await queries.setCohortsOf(tx, accountId, cohortIds)
  await publish(tx, { kind: "roles-changed", accountId })
}

/**
 * Before somebody is no owner any more, if they were one: what they invited to ends with it, so that no link of theirs
 * brings the role back.
 * @throws AppError `last_owner` when nobody else could look after this installation
 */
async function endOwnership(tx: Tx, accountId: string): Promise<void> {
  if (await isOnlyOwner(tx, accountId)) {
    throw new AppError("last_owner", "This is the only owner. Make another one first.")
  }
  await queries.endInvitesOf(tx, accountId)
}

/** Ends an account's operator role. @throws AppError `last_owner` */
export async function dropRole(tx: Tx, accountId: string): Promise<void> {
  await endOwnership(tx, accountId)
  await tx.deleteFrom("operators").where("accountId", "=", accountId).execute()
  await publish(tx, { kind: "roles-changed", accountId })
}
