import { z } from "zod"
import { product } from "#contract/brand.ts"
import { type EmailContent, emailPage, emailText, nameForMail } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"

/** The last mail to somebody whose account is gone. */
export function writeAccountDeleted(name: string): EmailContent {
  const subject = `Your ${product.name} account is deleted`
  const lines = [
    `Hello ${nameForMail(name) || "there"},`,
    `your ${product.name} account is deleted, with its pictures, files, credits and history.`,
    "If you paid for something, the record of that payment stays for as long as the law asks, without your name and your address.",
    "If it was not you, write to us from the contact page; what is deleted cannot be brought back.",
  ]
  const html = emailPage(subject, lines.map((line) => emailText(escapeHtml(line))).join("\n"))
  return { subject, text: [...lines, product.name].join("\n\n"), html }
}

/** Tells the address of a deleted account, so that nobody loses one unnoticed. */
export const mailAccountDeleted = mailJob({
  name: "personal-data.mail-account-deleted",
  payload: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  concurrency: () => 1,
  accountOf: () => null,
  isKept: false,

  run: (s, { id, email, name }) => s.mailer.send({ ...writeAccountDeleted(name), to: email, id }),
})
