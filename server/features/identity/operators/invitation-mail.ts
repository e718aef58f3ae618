import { z } from "zod"
import { product } from "#contract/brand.ts"
import { invitationDays, type OperatorRole, roleWords } from "#contract/identity/operators.ts"
import { transact } from "#server/db/open.ts"
import { type EmailContent, emailButton, emailPage, emailText } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { newSecret, sha256 } from "#server/platform/ids.ts"
import { lockInvite, setInviteSecret } from "./queries.ts"

/** The mail that asks somebody onto the team. */
export function writeInvitation(role: OperatorRole, link: string): EmailContent {
  const subject = `You are asked onto the ${product.name} team`
  const lines = [
    "Hello,",
    `you are asked to work with us as ${role}. ${roleWords[role]}`,
    `The link works once, within ${invitationDays} days, for whoever opens it signed in. Make an account first if you have none.`,
  ]
  const foot = "If you do not know what this is about, leave this mail alone: nothing happens."
  const html = emailPage(
    subject,
    [...lines.map((line) => emailText(escapeHtml(line))), emailButton(link, "Join the team"), emailText(foot)].join(
      "\n",
    ),
  )
  return { subject, text: [...lines, link, foot, product.name].join("\n\n"), html }
}

/**
 * Makes the secret of an invitation anew, keeps its hash and mails the link; a copy of the link from before ends. Nothing
 * for one that was used or ended meanwhile.
 */
export const mailInvitationLink = mailJob({
  name: "operators.mail-invitation",
  payload: z.object({ invitationId: z.string(), accountId: z.string() }),
  concurrency: () => 1,
  accountOf: ({ accountId }) => accountId,

  async run(s, { invitationId, accountId }) {
    const secret = newSecret(32)
    const expiresAt = new Date(Date.now() + invitationDays * 86_400_000)
    const open = await transact(s.db, async (tx) => {
      const found = await lockInvite(tx, invitationId)
      if (found?.email) {
        await setInviteSecret(tx, invitationId, { tokenHash: sha256(secret), expiresAt, createdBy: accountId })
      }
      return found
    })
    if (!open?.email) return
    const link = `${s.config.publicUrl}/operator?token=${secret}`
    await s.mailer.send({
      ...writeInvitation(open.role, link),
      to: open.email,
      id: `${invitationId}-${expiresAt.getTime()}`,
    })
  },
})
