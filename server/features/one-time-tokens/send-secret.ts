import { z } from "zod"
import { projectId } from "#contract/hosted/project.ts"
import { wireDate } from "#contract/primitives.ts"
import { product } from "#contract/product/brand.ts"
import { writeCodeLetter, writeLetter } from "#server/features/mail/letters.ts"
import { job } from "#server/job.ts"
import type { Services } from "#server/services.ts"
import * as queries from "./queries.ts"
import { hashSecret, makeSecret, tokenMinutes } from "./secrets.ts"

/** Where a secret goes and how: by mail as a link or a code, or by text message. */
const Message = z.object({
  /** Whose account it is about; null where the address is all that is known. */
  accountId: z.string().nullable(),
  address: z.string().nullable(),
  kind: z.enum(["verification", "recovery", "magic-url", "email", "phone", "phone-verification"]),
  url: z.string().optional(),
  phrase: z.string().optional(),
})
export type Message = z.infer<typeof Message>

/** Makes a token's secret, stores its hash and sends it. */
export const sendSecret = job({
  name: "one-time-tokens.send-secret",
  payload: z.object({ tokenId: z.string(), message: Message }),
  attempts: 8,
  timeLimitSeconds: 45,
  concurrency: () => 2,

  async run(s, { tokenId, message }) {
    const secret = makeSecret(message.kind)
    const claimId = await claimOf(s, tokenId)
    if (claimId === null) return
    const token = await queries.setSecret(s.db, tokenId, hashSecret(s, message.kind, claimId, secret))
    if (token) await sendSecretNow(s, message, token, secret)
  },
})

async function claimOf(s: Services, tokenId: string): Promise<string | null> {
  return (await queries.findClaim(s.db, tokenId))?.claimId ?? null
}

/** Sends a secret that is stored already. Does nothing for an account that lost its address meanwhile. */
export async function sendSecretNow(
  s: Services,
  message: Message,
  token: { id: string; claimId: string; expiresAt: Date },
  secret: string,
): Promise<void> {
  const { kind, phrase = null } = message
  const minutes = tokenMinutes[kind]
  const { to, name } = await recipientOf(s, message)
  if (to === null) return
  if (kind === "phone" || kind === "phone-verification") {
    const text = `${secret} is your ${product.name} code. It works for ${minutes} minutes. Tell it to nobody.`
    await s.messenger.send({ to, text })
  } else if (kind === "email") {
    const letter = writeCodeLetter({ name, code: secret, phrase, minutes })
    await s.mailer.send({ ...letter, to, id: token.id })
  } else {
    const link = linkOf(message, token, secret)
    await s.mailer.send({ ...writeLetter(kind, { name, link, minutes, phrase }), to, id: token.id })
  }
}

function linkOf({ kind, url }: Message, token: { claimId: string; expiresAt: Date }, secret: string): string {
  const link = new URL(url ?? "")
  link.searchParams.set("userId", token.claimId)
  link.searchParams.set("secret", secret)
  link.searchParams.set("expire", wireDate(token.expiresAt))
  if (kind === "magic-url") link.searchParams.set("project", projectId)
  return link.href
}

async function recipientOf(s: Services, { accountId, address, kind }: Message) {
  const column = kind === "phone" || kind === "phone-verification" ? "phone" : "email"
  const account =
    accountId === null
      ? await queries.findRecipient(s.db, column, address ?? "")
      : await queries.findRecipient(s.db, "id", accountId)
  return { to: address ?? account?.[column] ?? null, name: account?.name ?? "" }
}
