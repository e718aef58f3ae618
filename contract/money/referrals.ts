import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"

/** The code in an invitation's link, in any case. */
export const ReferralCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{8}$/, "This is no invitation.")

/** A person's own invitation and what came of it. */
export const OwnReferral = z
  .object({
    /** Null where this installation gives nothing for invitations. */
    link: z.string().nullable(),
    /** Credits for each of the two. */
    credits: z.number().int(),
    /** People who joined by the link. */
    joined: z.number().int(),
    /** Those of them who brought this person credits. */
    rewarded: z.number().int(),
  })
  .meta({ id: "OwnReferral" })
export type OwnReferral = z.infer<typeof OwnReferral>

export const getOwnReferral = endpoint({
  method: "GET",
  path: "/referral",
  access: "session",
  summary: "The person's own invitation link, and how many joined by it",
  reply: z.object({ data: OwnReferral }),
})

export const getInvitation = endpoint({
  method: "GET",
  path: "/referral/invitation",
  access: "anyone",
  summary: "What an invitation is worth in this browser; null when there is no such one, or one was made or taken here",
  query: z.object({ code: ReferralCode }),
  reply: z.object({ data: z.object({ credits: z.number().int().nullable() }) }),
})

export const claimInvitation = endpoint({
  method: "POST",
  path: "/referral/claim",
  access: "session",
  summary: "Notes by whose invitation a new person came",
  body: z.object({ code: ReferralCode }),
  reply: z.object({ data: z.object({ isTaken: z.boolean() }) }),
})
