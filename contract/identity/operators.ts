import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { EmailAddress, PlainText, RecordId } from "#contract/primitives.ts"
import { Reason } from "./reason.ts"

/** The six roles of docs/product-rules.md#operator-roles. */
export const OperatorRole = z.enum(["owner", "finance", "admissions", "content", "support", "teacher"])
export type OperatorRole = z.infer<typeof OperatorRole>

/** What a role is for, as it is told to who gives it. The rights themselves are in operator-rights.ts. */
export const roleWords: Readonly<Record<OperatorRole, string>> = {
  owner: "Everything, and alone the team, the log, settings, and copies or ends of accounts.",
  finance: "Orders, refunds, codes, fees and credits. Sees people and contracts; no pictures and no applications.",
  admissions: "Applications, interviews, places, cohorts and all teaching. Sees people, not their money.",
  content: "Reported pictures, blocked words, runs, the words of programs and all teaching. Sees no list of people.",
  support: "People, messages, contracts, mails, the status page and up to 1,000 credits alone. No applications.",
  teacher: "Only the cohorts given here: their learners' work, lessons, classes and news. Nothing else of anybody.",
}

/** Ids of the cohorts that an operator's rights are narrowed down to; null for the roles that see all of what they see. */
export type CohortScope = readonly string[] | null

/** Cohorts that a teacher is given; other roles see all or none, and take no list. */
const CohortIds = z.array(RecordId).max(40, "At most 40 cohorts").default([])

const RoleValues = { role: OperatorRole, cohortIds: CohortIds, reason: Reason }

/** How long after signing in an operator may use what the role opens, in hours (docs/security.md#rights). */
export const operatorHours = 12

export const claimOperator = endpoint({
  method: "POST",
  path: "/operators/claim",
  access: "session",
  summary: "Makes the signed-in person the first operator, with the one-time link printed at the start",
  body: z.object({ token: PlainText.min(20).max(200) }),
  reply: z.object({ data: z.object({ role: OperatorRole }) }),
})

export const getOwnRole = endpoint({
  method: "GET",
  path: "/operators/me",
  access: "session",
  summary: "The signed-in person's operator role; null for everyone else",
  reply: z.object({
    data: z.object({
      role: OperatorRole.nullable(),
      /** The role counts only once the account has a second factor. */
      needsSecondFactor: z.boolean(),
    }),
  }),
})

/** How long an invitation can be used, and a link that was printed at the machine itself, in days. */
export const invitationDays = 7

export const TeamMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: OperatorRole,
  /** Of a teacher. */
  cohortIds: z.array(z.string()),
  hasSecondFactor: z.boolean(),
  since: z.string(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const listTeam = endpoint({
  method: "GET",
  path: "/operators/team",
  access: "session",
  summary: "For owners: who has a role",
  reply: z.object({ data: z.array(TeamMember) }),
})

export const listTeamCsv = endpoint({
  method: "GET",
  path: "/operators/team.csv",
  access: "session",
  summary: "The same people as a table for spreadsheets",
  reply: z.unknown(),
})

export const inviteToTeam = endpoint({
  method: "POST",
  path: "/operators/team/invitations",
  access: "session",
  summary:
    "For owners: makes a link that gives a role once within seven days, and mails it where an address is given; it ends when its maker is no owner any more",
  body: z.object({ ...RoleValues, email: z.union([z.literal(""), EmailAddress]).default("") }),
  status: 201,
  /** "" for one that was mailed: the mail alone has its link. */
  reply: z.object({ message: z.string(), data: z.object({ url: z.string() }) }),
})

export const Invitation = z.object({
  id: z.string(),
  role: OperatorRole,
  cohortIds: z.array(z.string()),
  /** Where it was mailed to; "" for a link that its maker gives to the person. */
  email: z.string(),
  /** Name of the owner who made it; "" for one of the machine itself. */
  madeBy: z.string(),
  createdAt: z.string(),
  endsAt: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

export const listInvitations = endpoint({
  method: "GET",
  path: "/operators/team/invitations",
  access: "session",
  summary: "For owners: invitations that nobody has used and that still give a role",
  reply: z.object({ data: z.array(Invitation) }),
})

const InvitationParams = z.object({ invitationId: RecordId })

export const renewInvitation = endpoint({
  method: "POST",
  path: "/operators/team/invitations/:invitationId/link",
  access: "session",
  summary: "For owners: a new link of an invitation, good for seven days from now; the one before ends",
  params: InvitationParams,
  reply: z.object({ message: z.string(), data: z.object({ url: z.string() }) }),
})

export const mailInvitation = endpoint({
  method: "POST",
  path: "/operators/team/invitations/:invitationId/mail",
  access: "session",
  summary: "For owners: mails an invitation again, with a new link; the one before ends",
  params: InvitationParams,
  reply: z.object({ message: z.string() }),
})

export const endInvitation = endpoint({
  method: "POST",
  path: "/operators/team/invitations/:invitationId/end",
  access: "session",
  summary: "For owners: ends an invitation that nobody has used",
  params: InvitationParams,
  reply: z.object({ message: z.string() }),
})

const MemberParams = z.object({ memberId: RecordId })

export const changeTeamRole = endpoint({
  method: "PUT",
  path: "/operators/team/:memberId",
  access: "session",
  summary: "For owners: gives a member of the team another role, or a teacher other cohorts; one owner remains",
  params: MemberParams,
  body: z.object(RoleValues),
  reply: z.object({ message: z.string() }),
})

export const removeFromTeam = endpoint({
  method: "POST",
  path: "/operators/team/:memberId/removal",
  access: "session",
  summary: "For owners: takes a member's role; one owner remains",
  params: MemberParams,
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string() }),
})

/** What somebody has to look at: what the nightly check found, money that is to go back, orders nobody can ask about. */
export const listMoneyAttention = endpoint({
  method: "GET",
  path: "/operators/money",
  access: "session",
  summary: "For owners and finance: what the last check of the books found, and payments that are to go back",
  reply: z.object({
    data: z.object({
      /** "" when there was no check yet. */
      checkedAt: z.string(),
      problems: z.array(z.string()),
      toRefund: z.array(
        z.object({
          tx_ref: z.string(),
          title: z.string(),
          accountId: z.string().nullable(),
          provider: z.string(),
          transactionId: z.string(),
          outcome: z.string(),
          amount: z.number(),
          currency: z.string(),
          createdAt: z.string(),
        }),
      ),
      /** Orders that may have been paid at a provider that is not set up any more. */
      withoutProvider: z.array(
        z.object({
          tx_ref: z.string(),
          title: z.string(),
          provider: z.string(),
          amount: z.number(),
          currency: z.string(),
          createdAt: z.string(),
        }),
      ),
    }),
  }),
})
