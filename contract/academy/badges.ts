import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { Reason } from "#contract/identity/reason.ts"
import { PlainText } from "#contract/primitives.ts"
import { Certificate, CertificateParams } from "./learning.ts"

/** Certificates whose badges one status list tells of; the least that Bitstring Status List v1.0 asks for. */
export const statusListSize = 131_072

/** How long anybody may keep a status list before asking again, in seconds: a withdrawal is seen within that time. */
export const statusListAge = 60

export const getBadge = endpoint({
  method: "GET",
  path: "/certificates/:code/badge.jwt",
  access: "anyone",
  summary: "A certificate as Open Badge 3.0: a verifiable credential, signed as VC-JWT",
  params: CertificateParams,
  reply: z.unknown(),
})

export const getBadgeIssuer = endpoint({
  method: "GET",
  path: "/badges/issuer",
  access: "anyone",
  summary: "Who issues badges: an Open Badges profile",
  reply: z.object({
    "@context": z.array(z.string()),
    id: z.string(),
    type: z.array(z.string()),
    name: z.string(),
    url: z.string(),
  }),
})

const PublicKey = z.object({
  kty: z.literal("RSA"),
  n: z.string(),
  e: z.string(),
  alg: z.literal("RS256"),
  use: z.literal("sig"),
  /** The key's own address. */
  kid: z.string(),
})

export const getBadgeKeys = endpoint({
  method: "GET",
  path: "/badges/keys",
  access: "anyone",
  summary: "Keys by which badges are checked, as JWKS; the one that signs now is the first",
  reply: z.object({ keys: z.array(PublicKey) }),
})

export const getBadgeKey = endpoint({
  method: "GET",
  path: "/badges/keys/:id",
  access: "anyone",
  summary: "One key, as JWK, at the address that badges name",
  params: z.object({ id: z.uuid() }),
  reply: PublicKey,
})

export const getBadgeStatus = endpoint({
  method: "GET",
  path: "/badges/status/:list",
  access: "anyone",
  summary: "Which badges were withdrawn: a Bitstring Status List, signed as VC-JWT",
  params: z.object({ list: z.coerce.number().int().min(1).max(10_000) }),
  reply: z.unknown(),
})

/** Longest badge that is looked at, in letters; ours have about 2,500. */
export const badgeMaxLength = 20_000

/** What was found out about a badge that somebody was shown. */
export const BadgeCheck = z.discriminatedUnion("verdict", [
  z.object({
    verdict: z.literal("valid"),
    certificate: Certificate.pick({ code: true, name: true, programName: true, cohort: true, issuedOn: true }),
    /** Whether it is that of the person named; null where nobody was named. */
    isTheirs: z.boolean().nullable(),
  }),
  z.object({ verdict: z.literal("withdrawn"), code: z.string() }),
  /** Not signed by us, or changed since. */
  z.object({ verdict: z.literal("not_ours") }),
  /** Signed with a key that counts no more. */
  z.object({ verdict: z.literal("old_key") }),
  /** Its certificate was deleted with its person's account. */
  z.object({ verdict: z.literal("gone") }),
])
export type BadgeCheck = z.infer<typeof BadgeCheck>

export const checkBadge = endpoint({
  method: "POST",
  path: "/badges/check",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Whether a badge is ours, unchanged, not withdrawn, and that of a person",
  body: z.object({
    badge: z.string().trim().min(1, "A badge is needed").max(badgeMaxLength, "This is too long for a badge"),
    /** Name or e-mail address of whoever showed it. */
    person: PlainText.trim().max(254).default(""),
  }),
  reply: z.object({ data: BadgeCheck }),
})

export const StaffBadgeKey = z.object({
  id: z.string(),
  createdAt: z.string(),
  state: z.enum(["signs", "checks", "withdrawn"]),
})
export type StaffBadgeKey = z.infer<typeof StaffBadgeKey>

export const listBadgeKeys = endpoint({
  method: "GET",
  path: "/operators/badge-keys",
  access: "session",
  summary: "Keys that sign or signed badges, the newest first",
  reply: z.object({ data: z.array(StaffBadgeKey) }),
})

export const renewBadgeKey = endpoint({
  method: "POST",
  path: "/operators/badge-keys",
  access: "session",
  summary: "Makes a new key that signs badges from now on",
  body: z.object({
    reason: Reason,
    /** The keys before may be known to somebody: what they signed counts no more. */
    withdrawsOthers: z.boolean().default(false),
  }),
  status: 201,
  reply: z.object({ message: z.string() }),
})
