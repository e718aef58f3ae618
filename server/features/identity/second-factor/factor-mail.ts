import { z } from "zod"
import { product } from "#contract/brand.ts"
import type { Tx } from "#server/db/open.ts"
import type { Account } from "#server/db/tables/accounts.ts"
import type { Services } from "#server/declarations/services.ts"
import { type EmailContent, emailButton, emailPage, emailText } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { newId } from "#server/platform/ids.ts"

const Happening = z.enum(["on", "off", "reset", "code-used"])
type Happening = z.infer<typeof Happening>

const words: Record<Happening, { subject: string; what: (codesLeft: number) => string }> = {
  on: {
    subject: "Two-step sign-in is on",
    what: () => "signing in to your account now takes a code of your app as well. Other devices were signed out.",
  },
  off: {
    subject: "Two-step sign-in is off",
    what: () => "you no longer need a code to sign in to your account. Other devices were signed out.",
  },
  reset: {
    subject: "Your two-step sign-in was reset",
    what: () => "we took the second step off your account, and signed it out everywhere. Set it up again soon.",
  },
  "code-used": {
    subject: "A recovery code was used",
    what: (left) =>
      `somebody gave one of your recovery codes. ${left === 0 ? "It was the last one: make new ones." : `You have ${left} left.`}`,
  },
}

/** The mail about what happened. @param codesLeft recovery codes that still work */
export function writeFactorEmail(happening: Happening, codesLeft: number, publicUrl: string): EmailContent {
  const { subject: short, what } = words[happening]
  const subject = `${short}: your ${product.name} account`
  const link = `${publicUrl}/account`
  const lines = ["Hello,", what(codesLeft), "If it was not you, choose a new password at once and write to us."]
  const html = [...lines.map((line) => emailText(escapeHtml(line))), emailText(emailButton(link, "My account"))]
  const text = [...lines, `My account:\n${link}`, product.name].join("\n\n")
  return { subject, text, html: emailPage(subject, html.join("\n")) }
}

/** Tells a person what happened to the second step of signing in, so that nobody loses it unnoticed. */
export const mailFactor = mailJob({
  name: "second-factor.mail",
  payload: z.object({
    id: z.string(),
    accountId: z.string(),
    email: z.string(),
    happening: Happening,
    codesLeft: z.number(),
  }),
  concurrency: () => 1,
  accountOf: ({ accountId }) => accountId,

  run: (s, { id, email, happening, codesLeft }) =>
    s.mailer.send({ ...writeFactorEmail(happening, codesLeft, s.config.publicUrl), to: email, id }),
})

/** Queues that mail within the change; accounts without an address are told nothing. */
export async function sendFactorNotice(
  s: Pick<Services, "queue">,
  tx: Tx,
  { id: accountId, email }: Pick<Account, "id" | "email">,
  happening: Happening,
  codesLeft = 0,
): Promise<void> {
  if (email === null) return
  await s.queue.enqueue(tx, mailFactor, { id: newId(), accountId, email, happening, codesLeft })
}
