import { z } from "zod"
import { product } from "#contract/brand.ts"
import { type EmailContent, emailPage, emailText, nameForMail } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { findAddress } from "./queries.ts"

/** Longest part of a prompt in a letter, in letters. */
const maxPromptLetters = 160

interface TakedownFacts {
  name: string
  /** Whether the person confirmed the address: whose else it may be did not write these words. */
  isConfirmed: boolean
  what: "down" | "restored"
  thing: "picture" | "product" | "shop"
  prompt: string
  reason: string
  /** Whether the person may publish no more. */
  isBlocked: boolean
  publicUrl: string
}

/** The mail about a picture that was taken down, or is back. */
export function writeTakedownEmail({
  name,
  isConfirmed,
  what,
  thing,
  prompt,
  reason,
  isBlocked,
  publicUrl,
}: TakedownFacts): EmailContent {
  const words = prompt.length > maxPromptLetters ? `${prompt.slice(0, maxPromptLetters)}…` : prompt
  const told = isConfirmed ? words : nameForMail(words)
  const picture = told ? `${thing} "${told}"` : thing
  const isDown = what === "down"
  const subject = isDown ? `A ${thing} of yours was taken down` : `A ${thing} of yours is public again`
  const lines = [
    `Hello ${nameForMail(name) || "there"},`,
    isDown
      ? `we took down your public ${picture}. Other people cannot see it any more.`
      : `your ${picture} can be seen by everybody again.`,
    `The reason: ${reason}`,
    ...(isBlocked
      ? [
          "Several things of yours were taken down, so you cannot publish any more. You can still keep pictures private if your plan has that.",
        ]
      : []),
    ...(isDown ? [`If you think this is wrong, write to us: ${publicUrl}/contact`] : []),
  ]
  const html = emailPage(subject, lines.map((line) => emailText(escapeHtml(line))).join("\n"))
  return { subject, text: [...lines, product.name].join("\n\n"), html }
}

/** Tells a person that their picture was taken down, or is back. */
export const mailTakedown = mailJob({
  name: "review.notice",
  payload: z.object({
    id: z.string(),
    accountId: z.string(),
    what: z.enum(["down", "restored"]),
    // Letters of a release before this field are about pictures.
    thing: z.enum(["picture", "product", "shop"]).default("picture"),
    prompt: z.string(),
    reason: z.string(),
    isBlocked: z.boolean(),
  }),
  concurrency: () => 1,
  accountOf: ({ accountId }) => accountId,

  async run(s, { id, accountId, ...facts }) {
    const person = await findAddress(s.db, accountId)
    if (!person?.email) return
    const letter = writeTakedownEmail({
      ...facts,
      name: person.name,
      isConfirmed: person.isEmailVerified,
      publicUrl: s.config.publicUrl,
    })
    await s.mailer.send({ ...letter, to: person.email, id })
  },
})
