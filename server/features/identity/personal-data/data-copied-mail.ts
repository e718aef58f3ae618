import { z } from "zod"
import { product } from "#contract/brand.ts"
import { getAccount, hasAccount } from "#server/features/identity/accounts/service.ts"
import { type EmailContent, emailPage, emailText, nameForMail } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"

/** The mail about a copy that an operator made. */
export function writeDataCopied(name: string, reason: string): EmailContent {
  const subject = `A copy of your ${product.name} data was made`
  const lines = [
    `Hello ${nameForMail(name) || "there"},`,
    `our team made a copy of everything kept of your account. The reason: ${reason}`,
    "If you did not ask for it, write to us from the contact page. You can download the same copy at My account.",
  ]
  const html = emailPage(subject, lines.map((line) => emailText(escapeHtml(line))).join("\n"))
  return { subject, text: [...lines, product.name].join("\n\n"), html }
}

/** Tells a person that an operator made the copy of their data, and why. */
export const mailDataCopied = mailJob({
  name: "personal-data.mail-data-copied",
  payload: z.object({ id: z.string(), accountId: z.string(), reason: z.string() }),
  concurrency: () => 1,
  accountOf: ({ accountId }) => accountId,

  async run(s, { id, accountId, reason }) {
    if (!(await hasAccount(s.db, accountId))) return
    const { email, name } = await getAccount(s.db, accountId)
    if (!email) return
    await s.mailer.send({ ...writeDataCopied(name, reason), to: email, id })
  },
})
