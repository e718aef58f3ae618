import { randomInt } from "node:crypto"
import { z } from "zod"
import type { Token } from "#contract/hosted/account.ts"
import { transact } from "#server/db/open.ts"
import { writeCodeLetter } from "#server/features/mail/letters.ts"
import { mailJob } from "#server/features/mail/service.ts"
import { newId, newSecret, sha256 } from "#server/platform/ids.ts"
import type { Services } from "#server/services.ts"
import { newPhrase } from "./phrase.ts"
import { findAccount, findCredentials } from "./queries.ts"
import { insertAccount, newIdOr } from "./service.ts"
import { insertToken, resetToken } from "./token-queries.ts"
import { expiryOf, hashSecret, tokenMinutes, toToken } from "./tokens.ts"
import type { Visitor } from "./visitor.ts"

const kind = "email"

interface Mail {
  tokenId: string
  accountId: string
  phrase: string | null
}

/** Makes the code, stores its hash and mails it; the code itself is kept nowhere. */
export const sendEmailCode = mailJob({
  name: "accounts.send-email-code",
  payload: z.object({ tokenId: z.string(), accountId: z.string(), phrase: z.string().nullable() }),
  concurrency: () => 2,
  accountOf: ({ accountId }) => accountId,

  async run(s, mail) {
    const code = newCode()
    const isOpen = await resetToken(s.db, mail.tokenId, hashSecret(s, kind, mail.accountId, code))
    if (isOpen) await mailCode(s, mail, code)
  },
})

/**
 * Mails a code that signs in. A new address gets an account, which is removed again when nobody enters the code.
 * @param showsSecret a server key asks: the code is in the reply as well
 * @throws AppError `user_already_exists` when the wanted id is taken
 */
export async function requestEmailCode(
  s: Services,
  wanted: { userId: string; email: string; phrase?: boolean | null | undefined },
  visitor: Visitor,
  showsSecret: boolean,
): Promise<Token> {
  const { email } = wanted
  const phrase = wanted.phrase ? newPhrase() : null
  const code = showsSecret ? newCode() : null
  const token = await transact(s.db, async (tx) => {
    const known = await findCredentials(tx, "email", email)
    const accountId = known?.id ?? newIdOr(wanted.userId)
    if (!known) {
      await insertAccount(s, tx, { id: accountId, email, phone: null, name: "", passwordHash: null }, visitor)
    }
    const tokenId = newId()
    // Until its mail is made nobody knows the code.
    const secretHash = code === null ? sha256(newSecret(32)) : hashSecret(s, kind, accountId, code)
    const made = await insertToken(tx, { id: tokenId, accountId, kind, secretHash, expiresAt: expiryOf(kind) })
    if (!made) throw new Error("A new id was taken.")
    if (code === null) await s.queue.enqueue(tx, sendEmailCode, { tokenId, accountId, phrase })
    return { ...toToken(made, accountId, code), phrase: phrase ?? "" }
  })
  if (code !== null) await mailCode(s, { tokenId: token.$id, accountId: token.userId, phrase }, code)
  return token
}

async function mailCode(s: Services, { tokenId, accountId, phrase }: Mail, code: string): Promise<void> {
  const account = await findAccount(s.db, accountId)
  if (!account?.email) return
  const letter = writeCodeLetter({ name: account.name, code, phrase, minutes: tokenMinutes[kind] })
  await s.mailer.send({ ...letter, to: account.email, id: tokenId })
}

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0")
}
