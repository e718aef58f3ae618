import { z } from "zod"
import { product } from "#contract/brand.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { type EmailContent, emailButton, emailPage, emailText } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { newId } from "#server/platform/ids.ts"

/** What a person is told of at the address that was theirs when it happened. */
type Change = "email" | "password"

interface Words {
  subject: string
  what: string
  /** What to do when it was somebody else. */
  otherwise: string
  button: string
  /** Where the button leads, below the public address. */
  path: string
}

// Nothing of the new address is told: the old mailbox may have another reader by now.
const words: Record<Change, Words> = {
  email: {
    subject: `The e-mail address of your ${product.name} account was changed`,
    what: "your account now has another e-mail address. This is the last mail to the old one.",
    otherwise: "If it was not you, write to us at once, from this address.",
    button: "Write to us",
    path: "/contact?subject=My%20e-mail%20address%20was%20changed",
  },
  password: {
    subject: `Your ${product.name} password was changed`,
    what: "the password of your account was changed, and other devices were signed out.",
    otherwise: "If it was not you, choose a new password at once; the link for it comes to this address.",
    button: "Choose a new password",
    path: "/forgot-password",
  },
}

/** The mail about a change of how somebody gets in. */
export function writeAccountChanged(change: Change, publicUrl: string): EmailContent {
  const { subject, what, otherwise, button, path } = words[change]
  const link = `${publicUrl}${path}`
  const html = [
    emailText("Hello,"),
    emailText(escapeHtml(what)),
    emailText(escapeHtml(otherwise)),
    emailText(emailButton(link, button)),
    emailText("If it was you, there is nothing to do.", true),
  ]
  const text = [
    "Hello,",
    what,
    otherwise,
    `${button}:\n${link}`,
    "If it was you, there is nothing to do.",
    product.name,
  ]
  return { subject, text: text.join("\n\n"), html: emailPage(subject, html.join("\n")) }
}

/** Tells a person by mail that how they get in was changed, so that nobody loses an account unnoticed. */
export const mailAccountChanged = mailJob({
  name: "accounts.mail-changed",
  payload: z.object({
    id: z.string(),
    accountId: z.string(),
    email: z.string(),
    change: z.enum(["email", "password"]),
  }),
  concurrency: () => 1,
  accountOf: ({ accountId }) => accountId,

  run: (s, { id, email, change }) =>
    s.mailer.send({ ...writeAccountChanged(change, s.config.publicUrl), to: email, id }),
})

/** Queues that mail within the change. @param email the address before the change; accounts without one are told nothing */
export async function sendChangeNotice(
  s: Pick<Services, "queue">,
  tx: Tx,
  account: { id: string; email: string | null },
  change: Change,
): Promise<void> {
  if (account.email === null) return
  await s.queue.enqueue(tx, mailAccountChanged, {
    id: newId(),
    accountId: account.id,
    email: account.email,
    change,
  })
}
