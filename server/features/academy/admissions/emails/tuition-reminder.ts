import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"
import { dayInWords, paymentInWords } from "./words.ts"

/** Before a due date. */
export function tuitionReminder(facts: EmailFacts): EmailContent {
  const next = facts.enrolment?.next
  return composeEmail(facts, {
    subject: `Tuition due on ${dayInWords(next?.dueOn ?? "")}`,
    paragraphs: [
      next ? `a payment for ${facts.program} is coming up. ${paymentInWords(next)}.` : "",
      `If it has not arrived by then, you have a week more; from ${dayInWords(facts.enrolment?.locksOn ?? "")} on lessons are locked until it is paid.`,
    ],
    button: { label: "Pay tuition", path: "/tuition" },
  })
}
