import type { Letter } from "#server/mail/email-template.ts"
import { composeLetter } from "./compose.ts"
import type { LetterFacts } from "./facts.ts"
import { dayInWords, paymentInWords } from "./words.ts"

/** Before a due date. */
export function tuitionReminder(facts: LetterFacts): Letter {
  const next = facts.enrolment?.next
  return composeLetter(facts, {
    subject: `Tuition due on ${dayInWords(next?.dueOn ?? "")}`,
    paragraphs: [
      next ? `a payment for ${facts.program} is coming up. ${paymentInWords(next)}.` : "",
      `If it has not arrived by then, you have a week more; from ${dayInWords(facts.enrolment?.locksOn ?? "")} on lessons are locked until it is paid.`,
    ],
    button: { label: "Pay the instalment", path: "/tuition" },
  })
}
