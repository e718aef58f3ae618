import { invitationDays, OperatorRole } from "#contract/identity/operators.ts"
import { findAccountBy } from "#server/features/identity/accounts/service.ts"
import {
  addOperator,
  inviteOperator,
  type Operator,
  removeOperator,
} from "#server/features/identity/operators/service.ts"
import { listInvitations, listTeam } from "#server/features/identity/operators/team.ts"
import { resetFactor } from "#server/features/identity/second-factor/service.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { grantCredits } from "#server/features/operations/people/credit-acts.ts"
import { blockPerson } from "#server/features/operations/people/service.ts"
import { findSource, takeDown } from "#server/features/studio/review/service.ts"
import { type AdminCommand, type AdminContext, AdminError, need } from "./command.ts"

/** Who works at the machine itself. */
const commandLine: Operator = { accountId: null, ip: "" }

async function accountOf({ s }: AdminContext, email: string): Promise<string> {
  const account = await findAccountBy(s.db, "email", email.toLowerCase())
  if (!account) throw new AdminError(`There is no account with the address ${email}.`)
  return account.id
}

function readRole(text: string | undefined): OperatorRole {
  const role = OperatorRole.safeParse(text ?? "owner")
  if (!role.success) throw new AdminError(`A role is one of ${OperatorRole.options.join(", ")}.`)
  return role.data
}

export const operatorCommand: AdminCommand = {
  usage:
    "operator add EMAIL [ROLE] | operator remove EMAIL | operator link [ROLE] | operator reset-factor EMAIL [REASON]",
  what: "Makes somebody an operator, ends that, prints a link that does it once, or takes a second factor that was lost",
  async run(context, [action, ...args]) {
    const { s, say } = context
    if (action === "link") {
      const role = readRole(args[0])
      const secret = await inviteOperator(s.db, role)
      say(`Open this link once, signed in, within ${invitationDays} days, to become an operator (${role}):`)
      say(`${s.config.publicUrl}/operator?token=${secret}`)
      return true
    }
    const email = need(args, 0, "the address of an account")
    const accountId = await accountOf(context, email)
    if (action === "add") {
      const role = readRole(args[1])
      await addOperator(s.db, accountId, role)
      say(`${email} is an operator now (${role}).`)
    } else if (action === "remove") {
      await removeOperator(s.db, accountId)
      say(`${email} is no operator any more.`)
    } else if (action === "reset-factor") {
      await resetFactor(s, commandLine, accountId, args.slice(1).join(" ") || "Asked for at the machine")
      say(`${email} signs in without a second step now, and is signed out everywhere.`)
    } else throw new AdminError("operator add, operator remove, operator link or operator reset-factor?")
    return true
  },
}

export const operatorsCommand: AdminCommand = {
  usage: "operators",
  what: "Lists who has a role, with a teacher's cohorts and whether two-step sign-in is on, and invitations that wait",
  async run({ s, say }) {
    const members = await listTeam(s)
    if (members.length === 0) say("Nobody has a role yet. operator link makes a link for the first owner.")
    for (const { name, email, role, cohortIds, hasSecondFactor } of members) {
      const cohorts = role === "teacher" ? ` of ${cohortIds.join(", ") || "no cohort"}` : ""
      say(`${email || "no address"} (${name}): ${role}${cohorts}, two-step sign-in ${hasSecondFactor ? "on" : "off"}`)
    }
    for (const { role, email, madeBy, endsAt } of await listInvitations(s)) {
      const by = madeBy === "" ? "this machine" : madeBy
      say(`Invitation as ${role}${email && ` to ${email}`}, by ${by}, until ${endsAt.slice(0, 10)}`)
    }
    return true
  },
}

export const creditsCommand: AdminCommand = {
  usage: "credits grant EMAIL NUMBER NOTE",
  what: "Gives free credits; the note is shown to the person",
  async run(context, [action, email = "", number = "", ...note]) {
    const amount = Number(number)
    if (action !== "grant" || !Number.isSafeInteger(amount) || amount < 1 || amount > 1_000_000) {
      throw new AdminError("credits grant EMAIL NUMBER NOTE, with a number from 1 to 1000000")
    }
    if (note.length === 0) throw new AdminError("Please give a note: the person reads it in the list of entries.")
    const { s, say } = context
    const accountId = await accountOf(context, email)
    await grantCredits(s, commandLine, accountId, { credits: amount, reason: note.join(" "), idempotencyKey: null })
    say(`${email} has ${(await balanceOf(s.db, accountId)).credits} credits now.`)
    return true
  },
}

export const blockCommand: AdminCommand = {
  usage: "block EMAIL REASON | block EMAIL --off REASON",
  what: "Signs a person out everywhere and lets nobody in again, or lets them in again",
  async run(context, args) {
    const email = need(args, 0, "the address of an account")
    const isBlocked = args[1] !== "--off"
    const reason = args.slice(isBlocked ? 1 : 2).join(" ")
    if (!reason) throw new AdminError("Please give a reason: it stands in the operators' log.")
    await blockPerson(context.s, commandLine, await accountOf(context, email), { isBlocked, reason })
    context.say(isBlocked ? `${email} is blocked and signed out.` : `${email} may sign in again.`)
    return true
  },
}

export const takedownCommand: AdminCommand = {
  usage: "takedown PICTURE REASON",
  what: "Takes a picture out of everything public; its owner keeps it",
  async run({ s, say }, args) {
    const id = need(args, 0, "the picture's id: the last part of its address").split("/").at(-1) ?? ""
    const reason = args.slice(1).join(" ")
    if (!reason) throw new AdminError("Please give a reason: the person reads it.")
    const source = await findSource(s.db, id)
    if (!source) throw new AdminError(`There is no picture ${id}.`)
    await takeDown(s, commandLine, { source, id }, reason)
    say(`${id} is taken down; copies elsewhere are gone within five minutes.`)
    return true
  },
}
