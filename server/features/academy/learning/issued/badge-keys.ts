import { randomUUID } from "node:crypto"
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from "jose"
import type { StaffBadgeKey } from "#contract/academy/badges.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { actWithLog, type Operator } from "#server/features/identity/operators/service.ts"
import { seal, unseal } from "#server/platform/security/seal.ts"
import { insertKey, listKeys, lockKeys, withdrawKeys } from "./badge-queries.ts"

/** The algorithm that every reader of Open Badges 3.0 has to know (section 8.2 of the specification). */
export const badgeAlgorithm = "RS256"

/** What private keys are sealed for. */
const purpose = "badge-key"

type Keys = Pick<Services, "db" | "config" | "now" | "tokenKey">

type Row = Awaited<ReturnType<typeof listKeys>>[number]

/** Where anybody reads a key. */
function addressOf(s: Keys, id: string): string {
  return `${s.config.publicUrl}/badges/keys/${id}`
}

/** A key as others read it. */
export function publicKey(s: Keys, { id, modulus, exponent }: Pick<Row, "id" | "modulus" | "exponent">) {
  return { kty: "RSA", n: modulus, e: exponent, alg: badgeAlgorithm, use: "sig", kid: addressOf(s, id) } as const
}

/** Keys by which badges are checked, the newest first. */
export async function keysThatCount(db: Db): Promise<Row[]> {
  return (await listKeys(db)).filter(({ withdrawnAt }) => withdrawnAt === null)
}

/** The newest key that opens with the installation's key, which another one may have taken the place of. */
async function findSigningKey(s: Keys, db: Db): Promise<{ id: string; secret: JWK } | null> {
  for (const { id, privateKey } of await keysThatCount(db)) {
    const secret = privateKey && unseal(s.tokenKey, purpose, id, privateKey)
    if (secret) return { id, secret: JSON.parse(secret.toString()) }
  }
  return null
}

/** The key that signs; made when there is none yet. */
async function signingKey(s: Keys): Promise<{ id: string; secret: JWK }> {
  const known = await findSigningKey(s, s.db)
  return (
    known ??
    transact(s.db, async (tx) => {
      await lockKeys(tx)
      return (await findSigningKey(s, tx)) ?? makeKey(s, tx)
    })
  )
}

async function makeKey(s: Keys, tx: Tx): Promise<{ id: string; secret: JWK }> {
  const pair = await generateKeyPair(badgeAlgorithm, { modulusLength: 2_048, extractable: true })
  const secret = await exportJWK(pair.privateKey)
  const id = randomUUID()
  await insertKey(tx, {
    id,
    modulus: secret.n ?? "",
    exponent: secret.e ?? "",
    privateKey: seal(s.tokenKey, purpose, id, Buffer.from(JSON.stringify(secret))),
    createdAt: s.now(),
  })
  return { id, secret }
}

/** Signs a credential as VC-JWT with the newest key. */
export async function signCredential(s: Keys, credential: JWTPayload): Promise<string> {
  const { id, secret } = await signingKey(s)
  return new SignJWT(credential)
    .setProtectedHeader({ alg: badgeAlgorithm, typ: "JWT", kid: addressOf(s, id) })
    .sign(await importJWK(secret, badgeAlgorithm))
}

/** All keys as operators see them. */
export async function listForStaff(s: Keys): Promise<StaffBadgeKey[]> {
  const keys = await listKeys(s.db)
  const signing = keys.find(({ withdrawnAt }) => withdrawnAt === null)?.id
  return keys.map(({ id, createdAt, withdrawnAt }) => ({
    id,
    createdAt: createdAt.toISOString(),
    state: withdrawnAt ? "withdrawn" : id === signing ? "signs" : "checks",
  }))
}

/** A new key signs from now on; what the others signed goes on counting, unless they are withdrawn. With its line of the log. */
export async function renewKey(
  s: Keys,
  operator: Operator,
  { reason, withdrawsOthers }: { reason: string; withdrawsOthers: boolean },
): Promise<void> {
  await actWithLog(s, operator, { action: "badges.renewKey", reason }, async (tx) => {
    await lockKeys(tx)
    if (withdrawsOthers) await withdrawKeys(tx, s.now())
    const { id } = await makeKey(s, tx)
    return { detail: { about: id, after: withdrawsOthers ? "keys before count no more" : "keys before still check" } }
  })
}
