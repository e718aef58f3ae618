import { createHash, randomBytes } from "node:crypto"
import { gzipSync } from "node:zlib"
import { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify } from "jose"
import { z } from "zod"
import { programAddress } from "#contract/academy/academy-addresses.ts"
import { type BadgeCheck, statusListAge, statusListSize } from "#contract/academy/badges.ts"
import { product } from "#contract/brand.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { badgeAlgorithm, publicKey, signCredential } from "./badge-keys.ts"
import { findBadge, listKeys, listWithdrawn } from "./badge-queries.ts"

const credentials = "https://www.w3.org/ns/credentials/v2"
const openBadges = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"

/** How long a status list counts, in seconds: a copy from before a withdrawal is of no use for longer, whoever shows it. */
const listLifetime = 5 * statusListAge

/** The academy as an Open Badges profile. */
export function issuerOf(s: Pick<Services, "config">) {
  const { publicUrl } = s.config
  return {
    "@context": [credentials, openBadges],
    id: `${publicUrl}/badges/issuer`,
    type: ["Profile"],
    name: `${product.name} Academy`,
    url: publicUrl,
  }
}

/**
 * A certificate as Open Badges 3.0 credential, signed with the newest key. It names its person as the certificate does; their
 * confirmed address is in it as a salted hash.
 * @throws AppError `not_found`; `step_not_allowed` for one that was withdrawn
 */
export async function writeBadge(s: Services, code: string): Promise<string> {
  const found = await findBadge(s.db, code)
  if (!found) throw new AppError("not_found", "There is no certificate with this code.")
  if (found.withdrawnAt) throw new AppError("step_not_allowed", "This certificate was withdrawn.")
  const { name, programName, programId, cohort, issuedAt, email, isEmailVerified, statusPosition } = found
  const { publicUrl } = s.config
  const { "@context": context, ...issuer } = issuerOf(s)
  const id = `${publicUrl}/certificate/${code}`
  const list = `${publicUrl}/badges/status/${Math.floor(statusPosition / statusListSize) + 1}`
  const position = String(statusPosition % statusListSize)
  return signCredential(s, {
    "@context": context,
    id,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: programName,
    issuer,
    validFrom: issuedAt.toISOString(),
    credentialSubject: {
      type: ["AchievementSubject"],
      identifier: [
        { type: "IdentityObject", hashed: false, identityHash: name, identityType: "name" },
        ...(email && isEmailVerified ? [hashedAddress(email)] : []),
      ],
      achievement: {
        id: publicUrl + programAddress(programId),
        type: ["Achievement"],
        achievementType: "Certificate",
        name: programName,
        description: `The program ${programName} of ${issuer.name}, with cohort ${cohort}.`,
        criteria: { narrative: "Every required lesson, quiz and task of the program." },
      },
    },
    credentialStatus: {
      id: `${list}#${position}`,
      type: "BitstringStatusListEntry",
      statusPurpose: "revocation",
      statusListIndex: position,
      statusListCredential: list,
    },
    iss: issuer.id,
    jti: id,
    nbf: seconds(issuedAt),
  })
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000)
}

function hashedAddress(email: string) {
  const salt = randomBytes(16).toString("hex")
  return {
    type: "IdentityObject",
    hashed: true,
    identityHash: hashIdentity(email.toLowerCase(), salt),
    identityType: "emailAddress",
    salt,
  }
}

function hashIdentity(text: string, salt: string): string {
  return `sha256$${createHash("sha256")
    .update(text + salt)
    .digest("hex")}`
}

/** Which badges were withdrawn, as a signed Bitstring Status List (W3C, v1.0). @param list from 1 */
export async function writeStatusList(s: Services, list: number): Promise<string> {
  const from = (list - 1) * statusListSize
  const bits = Buffer.alloc(statusListSize / 8)
  for (const position of await listWithdrawn(s.db, from, statusListSize)) {
    const bit = position - from
    // The first bit of a list is the highest of its first byte.
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  }
  const id = `${s.config.publicUrl}/badges/status/${list}`
  const issuer = issuerOf(s).id
  const now = s.now()
  const until = new Date(now.getTime() + listLifetime * 1_000)
  return signCredential(s, {
    "@context": [credentials],
    id,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer,
    validFrom: now.toISOString(),
    validUntil: until.toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      ttl: statusListAge * 1_000,
      // Multibase: base64url without padding.
      encodedList: `u${gzipSync(bits).toString("base64url")}`,
    },
    iss: issuer,
    jti: id,
    nbf: seconds(now),
    exp: seconds(until),
  })
}

/** What is read of a badge that carries our signature. */
const Signed = z.object({
  jti: z.string(),
  credentialSubject: z.object({
    identifier: z.array(
      z.object({
        identityHash: z.string(),
        /** Where the identity is hashed. */
        salt: z.string().optional(),
      }),
    ),
  }),
})
type Signed = z.infer<typeof Signed>

/** What there is to say of a badge that somebody was shown: its signature, its certificate, and whether it is that person's. */
export async function checkBadge(
  s: Services,
  { badge, person }: { badge: string; person: string },
): Promise<BadgeCheck> {
  const signed = await readBadge(s, badge)
  if (typeof signed === "string") return { verdict: signed }
  const code = signed.jti.split("/").at(-1) ?? ""
  const found = await findBadge(s.db, code)
  if (!found) return { verdict: "gone" }
  if (found.withdrawnAt) return { verdict: "withdrawn", code }
  const { name, programName, cohort, issuedAt } = found
  return {
    verdict: "valid",
    certificate: { code, name, programName, cohort, issuedOn: issuedAt.toISOString().slice(0, 10) },
    isTheirs: person === "" ? null : isOf(signed, person),
  }
}

/** The content of a badge, or why it is none. */
async function readBadge(s: Services, badge: string): Promise<Signed | "not_ours" | "old_key"> {
  try {
    const { kid = "" } = decodeProtectedHeader(badge)
    // By the key's id alone: the product may have moved to another address since.
    const id = kid.split("/").at(-1)
    const key = (await listKeys(s.db)).find((one) => one.id === id)
    if (!key) return "not_ours"
    const known = createLocalJWKSet({ keys: [{ ...publicKey(s, key), kid }] })
    const { payload } = await jwtVerify(badge, known, { algorithms: [badgeAlgorithm], currentDate: s.now() })
    const signed = Signed.safeParse(payload).data
    if (!signed) return "not_ours"
    return key.withdrawnAt ? "old_key" : signed
  } catch (error) {
    // What is no token at all is refused with a TypeError.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return "not_ours"
    throw error
  }
}

/** Whether a badge is that of a name, in whatever case and spacing, or of an e-mail address. */
function isOf({ credentialSubject }: Signed, person: string): boolean {
  const given = plain(person)
  return credentialSubject.identifier.some(({ identityHash, salt }) =>
    salt === undefined ? plain(identityHash) === given : identityHash === hashIdentity(given, salt),
  )
}

function plain(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase()
}
