import { z } from "zod"
import { product } from "#contract/brand.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { projectId } from "#contract/project.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { writeCodeEmail, writeEmail } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import * as queries from "./queries.ts"
import { hashSecret, makeSecret, tokenMinutes } from "./secrets.ts"

/** What is said about a token beside its secret. The address is the token's own, so that nothing else keeps it. */
const Message = z.object({
  tokenId: z.string(),
  /** Whose account it is about; null where the address is all that is known. */
  accountId: z.string().nullable(),
  kind: z.enum(["verification", "recovery", "magic-url", "email", "phone", "phone-verification", "shop-number"]),
  url: z.string().optional(),
  phrase: z.string().optional(),
})
export type Message = z.infer<typeof Message>

/** Makes the secret of a token, stores its hash and mails it, as a link or as a code. */
export const mailSecret = mailJob({
  name: "one-time-tokens.mail-secret",
  payload: Message,
  concurrency: () => 2,
  accountOf: ({ accountId }) => accountId,
  run: makeAndSend,
})

/** The same as a text message. Those cost money each, so they are tried less often. */
export const textSecret = job({
  name: "one-time-tokens.text-secret",
  payload: Message,
  attempts: 3,
  backOffSeconds: [10, 60],
  timeLimitSeconds: 45,
  concurrency: () => 2,
  run: makeAndSend,
})

/** Whether a kind of secret goes to a phone. */
export function isTextMessage(kind: Message["kind"]): boolean {
  return kind === "phone" || kind === "phone-verification" || kind === "shop-number"
}

async function makeAndSend(s: Services, message: Message): Promise<void> {
  const { tokenId, kind } = message
  const secret = makeSecret(kind)
  const open = await queries.findToken(s.db, tokenId)
  if (!open) return
  const token = await queries.setSecret(s.db, tokenId, hashSecret(s, kind, open.claimId, secret))
  if (token) await sendSecretNow(s, message, token, secret)
}

/** Sends a secret that is stored already. Does nothing for an account that lost its address meanwhile. */
export async function sendSecretNow(
  s: Services,
  message: Message,
  token: { id: string; claimId: string; address: string | null; expiresAt: Date },
  secret: string,
): Promise<void> {
  const { kind, phrase = null } = message
  const minutes = tokenMinutes[kind]
  const { to, name } = await recipientOf(s, message, token.address)
  if (to === null) return
  if (isTextMessage(kind)) {
    const text = `${secret} is your ${product.name} code. It works for ${minutes} minutes. Tell it to nobody.`
    await s.messenger.send({ to, text })
  } else if (kind === "email") {
    const letter = writeCodeEmail({ name, code: secret, phrase, minutes })
    await s.mailer.send({ ...letter, to, id: token.id })
  } else if (kind === "verification" || kind === "recovery" || kind === "magic-url") {
    const link = linkOf(message, token, secret)
    await s.mailer.send({ ...writeEmail(kind, { name, link, minutes, phrase }), to, id: token.id })
  }
}

function linkOf({ kind, url }: Message, token: { claimId: string; expiresAt: Date }, secret: string): string {
  const link = new URL(url ?? "")
  link.searchParams.set("userId", token.claimId)
  link.searchParams.set("secret", secret)
  link.searchParams.set("expire", serialiseDate(token.expiresAt))
  if (kind === "magic-url") link.searchParams.set("project", projectId)
  return link.href
}

async function recipientOf(s: Services, { accountId, kind }: Message, address: string | null) {
  const column = isTextMessage(kind) ? "phone" : "email"
  const account =
    accountId === null
      ? await queries.findRecipient(s.db, column, address ?? "")
      : await queries.findRecipient(s.db, "id", accountId)
  return { to: address ?? account?.[column] ?? null, name: account?.name ?? "" }
}
