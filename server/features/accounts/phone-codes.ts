import { randomInt } from "node:crypto"
import { z } from "zod"
import type { Token } from "#contract/hosted/account.ts"
import { product } from "#contract/product/brand.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { job } from "#server/job.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId, newSecret, sha256 } from "#server/platform/ids.ts"
import { publish } from "#server/platform/realtime.ts"
import type { Services } from "#server/services.ts"
import { publishAccount, publishToken } from "./events.ts"
import { writeLog } from "./logs.ts"
import * as queries from "./queries.ts"
import { getAccount, insertAccount, newIdOr } from "./service.ts"
import { insertToken, resetToken } from "./token-queries.ts"
import { expiryOf, hashSecret, refuseToken, tokenMinutes, toToken, useToken } from "./tokens.ts"
import type { Actor, Visitor } from "./visitor.ts"
import { toUser } from "./wire.ts"

type CodeKind = "phone" | "phone-verification"

/** Makes the code, stores its hash and sends it; the code itself is kept nowhere. */
export const sendCode = job({
  name: "accounts.send-code",
  payload: z.object({ tokenId: z.string(), accountId: z.string(), kind: z.enum(["phone", "phone-verification"]) }),
  attempts: 3,
  backOffSeconds: [10, 60],
  timeLimitSeconds: 45,
  concurrency: () => 2,

  async run(s, { tokenId, accountId, kind }) {
    const code = newCode()
    if (await resetToken(s.db, tokenId, hashSecret(s, kind, accountId, code))) await sendText(s, accountId, kind, code)
  },
})

/**
 * Sends a code that signs in. A new number gets an account, which is removed again when nobody enters the code.
 * @param showsSecret a server key asks: the code is in the reply as well
 * @throws AppError `general_phone_disabled`; `user_already_exists` when the wanted id is taken
 */
export async function requestPhoneCode(
  s: Services,
  wanted: { userId: string; phone: string },
  visitor: Visitor,
  showsSecret: boolean,
): Promise<Token> {
  requireMessages(s)
  const { phone } = wanted
  const token = await transact(s.db, async (tx) => {
    const known = await queries.findCredentials(tx, "phone", phone)
    const accountId = known?.id ?? newIdOr(wanted.userId)
    if (!known) {
      await insertAccount(s, tx, { id: accountId, email: null, phone, name: "", passwordHash: null }, visitor)
    }
    return issueCode(s, tx, accountId, "phone", showsSecret)
  })
  if (showsSecret) await sendText(s, token.userId, "phone", token.secret)
  return token
}

/**
 * Sends the code that confirms the person's number.
 * @throws AppError `user_phone_not_found`, `user_phone_already_verified`, `general_phone_disabled`
 */
export async function requestPhoneVerification(s: Services, { accountId, visitor }: Actor): Promise<Token> {
  requireMessages(s)
  const account = await getAccount(s.db, accountId)
  if (!account.phone) throw new AppError("user_phone_not_found", "This account has no phone number.")
  if (account.isPhoneVerified) {
    throw new AppError("user_phone_already_verified", "The phone number is confirmed already.")
  }
  return transact(s.db, async (tx) => {
    const token = await issueCode(s, tx, accountId, "phone-verification", false)
    await writeLog(tx, accountId, "verification.create", visitor)
    await publishToken(tx, token, "verification", "create")
    return token
  })
}

/** @throws AppError `user_invalid_token` */
export async function confirmPhone(
  s: Services,
  given: { userId: string; secret: string },
  visitor: Visitor,
): Promise<Token> {
  const kinds = ["phone-verification"] as const
  const token = await transact(s.db, async (tx) => {
    const used = await useToken(s, tx, kinds, given)
    if (!used) return null
    await markPhoneVerified(tx, given.userId)
    await writeLog(tx, given.userId, "verification.update", visitor)
    const shown = toToken(used, given.userId)
    await publishToken(tx, shown, "verification", "update")
    return shown
  })
  return token ?? refuseToken(s, kinds, given.userId)
}

export async function markPhoneVerified(tx: Tx, accountId: string): Promise<void> {
  const account = await queries.updateAccount(tx, accountId, { isPhoneVerified: true })
  if (!account) return
  await publishAccount(tx, toUser(account), "update", "verification")
  await publish(tx, { kind: "roles-changed", accountId })
}

async function issueCode(s: Services, tx: Tx, accountId: string, kind: CodeKind, showsSecret: boolean) {
  const id = newId()
  const secret = showsSecret ? newCode() : null
  // Until its message is made nobody knows the code.
  const secretHash = secret === null ? sha256(newSecret(32)) : hashSecret(s, kind, accountId, secret)
  const token = await insertToken(tx, { id, accountId, kind, secretHash, expiresAt: expiryOf(kind) })
  if (!token) throw new Error("A new id was taken.")
  if (secret === null) await s.queue.enqueue(tx, sendCode, { tokenId: id, accountId, kind })
  return toToken(token, accountId, secret)
}

async function sendText(s: Services, accountId: string, kind: CodeKind, code: string): Promise<void> {
  const account = await queries.findAccount(s.db, accountId)
  if (!account?.phone) return
  const text = `${code} is your ${product.name} code. It works for ${tokenMinutes[kind]} minutes. Tell it to nobody.`
  await s.messenger.send({ to: account.phone, text })
}

function requireMessages(s: Services): void {
  if (s.messenger.kind === "disabled") {
    throw new AppError("general_phone_disabled", "Text messages are not set up here.")
  }
}

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0")
}
