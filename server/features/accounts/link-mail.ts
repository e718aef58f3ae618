import { z } from "zod"
import { projectId } from "#contract/hosted/project.ts"
import { wireDate } from "#contract/primitives.ts"
import type { Tx } from "#server/db/open.ts"
import { type LetterKind, writeLetter } from "#server/features/mail/letters.ts"
import { mailJob } from "#server/features/mail/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId, newSecret, sha256 } from "#server/platform/ids.ts"
import { readTrustedUrl, trustedHosts } from "#server/platform/origins.ts"
import type { Services } from "#server/services.ts"
import { findAccount } from "./queries.ts"
import { insertToken, resetToken } from "./token-queries.ts"
import { expiryOf, tokenMinutes } from "./tokens.ts"

/** Random bytes in a link; the text is twice as long (contract §2.6). */
const secretBytes: Readonly<Record<LetterKind, number>> = { verification: 128, recovery: 128, "magic-url": 32 }

interface Order {
  accountId: string
  kind: LetterKind
  /** Page the link leads to, checked before. */
  url: string
  /** Two words for the mail; absent when none were asked for. */
  phrase?: string | undefined
}

/** Makes the link's secret, stores its hash and sends the mail; the secret itself is kept nowhere. */
export const sendLink = mailJob({
  name: "accounts.send-link",
  payload: z.object({
    tokenId: z.string(),
    accountId: z.string(),
    kind: z.enum(["verification", "recovery", "magic-url"]),
    url: z.string(),
    phrase: z.string().optional(),
  }),
  concurrency: () => 2,
  accountOf: ({ accountId }) => accountId,

  async run(s, { tokenId, ...order }) {
    const secret = newSecret(secretBytes[order.kind])
    const token = await resetToken(s.db, tokenId, sha256(secret))
    if (token) await mailLink(s, order, { id: tokenId, expiresAt: token.expiresAt, secret })
  },
})

/**
 * Makes a token and queues its mail with the transaction.
 * @param id given where the work may be done twice
 * @returns null when there is a token of this id already
 */
export async function queueLink(s: Services, tx: Tx, order: Order, id: string = newId()) {
  const { accountId, kind } = order
  // Until its mail is made nobody knows the secret.
  const secretHash = sha256(newSecret(32))
  const token = await insertToken(tx, { id, accountId, kind, secretHash, expiresAt: expiryOf(kind) })
  if (!token) return null
  await s.queue.enqueue(tx, sendLink, { tokenId: id, ...order })
  return token
}

/** For a server key, which is shown the secret: makes the token now and mails it before the call ends (contract §1.6). */
export async function sendLinkNow(s: Services, order: Order) {
  const { accountId, kind } = order
  const secret = newSecret(secretBytes[kind])
  const id = newId()
  const token = await insertToken(s.db, { id, accountId, kind, secretHash: sha256(secret), expiresAt: expiryOf(kind) })
  if (!token) throw new Error("A new id was taken.")
  await mailLink(s, order, { id, expiresAt: token.expiresAt, secret })
  return { token, secret }
}

async function mailLink(s: Services, order: Order, token: { id: string; expiresAt: Date; secret: string }) {
  const account = await findAccount(s.db, order.accountId)
  if (!account?.email) return
  const link = new URL(order.url)
  link.searchParams.set("userId", order.accountId)
  link.searchParams.set("secret", token.secret)
  link.searchParams.set("expire", wireDate(token.expiresAt))
  if (order.kind === "magic-url") link.searchParams.set("project", projectId)
  const letter = writeLetter(order.kind, {
    name: account.name,
    link: link.href,
    minutes: tokenMinutes[order.kind],
    phrase: order.phrase ?? null,
  })
  await s.mailer.send({ ...letter, to: account.email, id: token.id })
}

/** @throws AppError `general_argument_invalid` for a page that is not ours (checklist 2.9) */
export function checkLinkUrl(s: Services, url: string): string {
  const trusted = readTrustedUrl(url, trustedHosts(s.config))
  if (!trusted) {
    throw new AppError("general_argument_invalid", "Invalid `url` param: it must be a page of this product.")
  }
  return trusted.href
}
