import { z } from "zod"
import { product } from "#contract/brand.ts"
import { type EmailContent, emailButton, emailPage, emailText } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"

const Happening = z.enum([
  "on",
  "off",
  "reset",
  "code-used",
  "on-by-passkey",
  "passkey-added",
  "passkey-removed",
  "passkey-copied",
])
export type Happening = z.infer<typeof Happening>

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
  "on-by-passkey": {
    subject: "Two-step sign-in is on",
    what: () =>
      "signing in to your account now takes a passkey or a recovery code after the password. Other devices were signed out.",
  },
  "passkey-added": {
    subject: "A passkey was added",
    what: () => "a passkey was added to your account. It signs in without your password.",
  },
  "passkey-removed": {
    subject: "A passkey was removed",
    what: () => "a passkey was removed from your account. It no longer signs in.",
  },
  "passkey-copied": {
    subject: "A passkey was refused",
    what: () =>
      "a passkey of your account seems to have been copied: it counted fewer uses than before. We refused it, and it no longer signs in. Remove it and add a new one.",
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
