import { z } from "zod"
import { product } from "#contract/product/brand.ts"
import { letterPage, letterText, nameForMail } from "#server/features/mail/letters.ts"
import { mailJob } from "#server/features/mail/service.ts"
import { escapeHtml } from "#server/platform/escape-html.ts"
import { findAddress } from "./queries.ts"

/** Longest part of a prompt in a letter, in letters. */
const maxPromptLetters = 160

/** Tells a person that their picture was taken down, or is back. */
export const mailTakedown = mailJob({
  name: "review.notice",
  payload: z.object({
    id: z.string(),
    accountId: z.string(),
    what: z.enum(["down", "restored"]),
    prompt: z.string(),
    reason: z.string(),
    isBlocked: z.boolean(),
  }),
  concurrency: () => 1,
  accountOf: ({ accountId }) => accountId,

  async run(s, { id, accountId, what, prompt, reason, isBlocked }) {
    const person = await findAddress(s.db, accountId)
    if (!person?.email) return
    const words = prompt.length > maxPromptLetters ? `${prompt.slice(0, maxPromptLetters)}…` : prompt
    const isDown = what === "down"
    const subject = isDown ? `A picture of yours was taken down` : `A picture of yours is public again`
    const lines = [
      `Hello ${nameForMail(person.name) || "there"},`,
      isDown
        ? `we took down your public picture "${words}". Nobody but you can see it now.`
        : `your picture "${words}" can be seen by everybody again.`,
      `The reason: ${reason}`,
      ...(isBlocked
        ? [
            "Several pictures of yours were taken down, so you cannot publish any more. You can still keep pictures private if your plan has that.",
          ]
        : []),
      ...(isDown ? [`If you think this is wrong, write to us: ${s.config.publicUrl}/contact`] : []),
    ]
    const html = letterPage(subject, lines.map((line) => letterText(escapeHtml(line))).join("\n"))
    await s.mailer.send({ subject, text: [...lines, product.name].join("\n\n"), html, to: person.email, id })
  },
})
