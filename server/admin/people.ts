import { invitationDays, OperatorRole } from "#contract/identity/operators.ts"
import { transact } from "#server/db/open.ts"
import { findAccountBy } from "#server/features/identity/accounts/service.ts"
import { dropRole, giveRole, inviteOperator, roleOf } from "#server/features/identity/operators/service.ts"
import { listInvitations, listTeam } from "#server/features/identity/operators/team.ts"
import { resetFactor } from "#server/features/identity/second-factor/service.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { grantCredits } from "#server/features/operations/people/credit-acts.ts"
import { blockPerson } from "#server/features/operations/people/service.ts"
import { findSource, takeDown } from "#server/features/studio/review/service.ts"
import { type ActingContext, type AdminCommand, type AdminContext, AdminError, need } from "./command/command.ts"

async function accountOf({ s }: AdminContext, email: string): Promise<string> {
  const account = await findAccountBy(s.db, "email", email.toLowerCase())
  if (!account) throw new AdminError(`There is no account with the address ${email}.`)
  return account.id
}

/** The address that was typed, and whose it is. */
async function needPerson(context: AdminContext, args: readonly string[]): Promise<{ email: string; id: string }> {
  const email = need(args, 0, "the address of an account")
  return { email, id: await accountOf(context, email) }
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
  acts: {
    add: {
      logs: "team.add",
      async run(context, args) {
        const { email, id } = await needPerson(context, args)
        const role = readRole(args[1])
        await transact(context.s.db, async (tx) => {
          const before = await roleOf(tx, id)
          await giveRole(tx, id, role)
          await context.log(tx, { subjectId: id, detail: { about: role, before, after: role } })
        })
        context.say(`${email} is an operator now (${role}).`)
        return true
      },
    },
    remove: {
      logs: "team.remove",
      async run(context, args) {
        const { email, id } = await needPerson(context, args)
        await transact(context.s.db, async (tx) => {
          const before = await roleOf(tx, id)
          await dropRole(tx, id)
          if (before !== null) await context.log(tx, { subjectId: id, detail: { about: before, before, after: null } })
        })
        context.say(`${email} is no operator any more.`)
        return true
      },
    },
    link: {
      logs: "team.invite",
      async run({ s, say, log }, args) {
        const role = readRole(args[0])
        const secret = await transact(s.db, async (tx) => {
          await log(tx, { detail: { about: role, role } })
          return inviteOperator(tx, role)
        })
        say(`Open this link once, signed in, within ${invitationDays} days, to become an operator (${role}):`)
        say(`${s.config.publicUrl}/operator?token=${secret}`)
        return true
      },
    },
    "reset-factor": {
      logs: "people.resetFactor",
      async run(context, args) {
        const { email, id } = await needPerson(context, args)
        await resetFactor(context.s, context.operator, id, args.slice(1).join(" ") || "Asked for at the machine")
        context.say(`${email} signs in without a second step now, and is signed out everywhere.`)
        return true
      },
    },
  },
}

export const operatorsCommand: AdminCommand = {
  usage: "operators",
  what: "Lists who has a role, with a teacher's cohorts and whether two-step sign-in is on, and invitations that wait",
  acts: {
    "": {
      logs: null,
      async run({ s, say }) {
        const members = await listTeam(s)
        if (members.length === 0) say("Nobody has a role yet. operator link makes a link for the first owner.")
        for (const { name, email, role, cohortIds, hasSecondFactor } of members) {
          const cohorts = role === "teacher" ? ` of ${cohortIds.join(", ") || "no cohort"}` : ""
          const factor = `two-step sign-in ${hasSecondFactor ? "on" : "off"}`
          say(`${email || "no address"} (${name}): ${role}${cohorts}, ${factor}`)
        }
        for (const { role, email, madeBy, endsAt } of await listInvitations(s)) {
          const by = madeBy === "" ? "this machine" : madeBy
          say(`Invitation as ${role}${email && ` to ${email}`}, by ${by}, until ${endsAt.slice(0, 10)}`)
        }
        return true
      },
    },
  },
}

export const creditsCommand: AdminCommand = {
  usage: "credits grant EMAIL NUMBER NOTE",
  what: "Gives free credits; the note is shown to the person",
  acts: {
    grant: {
      logs: "credits.grant",
      async run(context, [email = "", number = "", ...note]) {
        const credits = Number(number)
        if (!Number.isSafeInteger(credits) || credits < 1 || credits > 1_000_000) {
          throw new AdminError("credits grant EMAIL NUMBER NOTE, with a number from 1 to 1000000")
        }
        if (note.length === 0) throw new AdminError("Please give a note: the person reads it in the list of entries.")
        const { s, say, operator } = context
        const accountId = await accountOf(context, email)
        await grantCredits(s, operator, accountId, { credits, reason: note.join(" "), idempotencyKey: null })
        say(`${email} has ${(await balanceOf(s.db, accountId)).credits} credits now.`)
        return true
      },
    },
  },
}

export const blockCommand: AdminCommand = {
  usage: "block EMAIL REASON | block EMAIL --off REASON",
  what: "Signs a person out everywhere and lets nobody in again, or lets them in again",
  acts: {
    "": {
      logs: ["people.block", "people.unblock"],
      async run(context: ActingContext, args: readonly string[]) {
        const email = need(args, 0, "the address of an account")
        const isBlocked = args[1] !== "--off"
        const reason = args.slice(isBlocked ? 1 : 2).join(" ")
        if (!reason) throw new AdminError("Please give a reason: it stands in the operators' log.")
        await blockPerson(context.s, context.operator, await accountOf(context, email), { isBlocked, reason })
        context.say(isBlocked ? `${email} is blocked and signed out.` : `${email} may sign in again.`)
        return true
      },
    },
  },
}

export const takedownCommand: AdminCommand = {
  usage: "takedown PICTURE REASON",
  what: "Takes a picture out of everything public; its owner keeps it",
  acts: {
    "": {
      logs: "review.takeDown",
      async run({ s, say, operator }, args) {
        const id = need(args, 0, "the picture's id: the last part of its address").split("/").at(-1) ?? ""
        const reason = args.slice(1).join(" ")
        if (!reason) throw new AdminError("Please give a reason: the person reads it.")
        const source = await findSource(s.db, id)
        if (!source) throw new AdminError(`There is no picture ${id}.`)
        await takeDown(s, operator, { source, id }, reason)
        say(`${id} is taken down; copies elsewhere are gone within five minutes.`)
        return true
      },
    },
  },
}
