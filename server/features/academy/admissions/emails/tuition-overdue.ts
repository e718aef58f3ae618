import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"
import { dayInWords, paymentInWords } from "./words.ts"

/** The day after a due date, and on the day lessons are locked. */
export function tuitionOverdue(facts: EmailFacts): EmailContent {
  const { enrolment, program } = facts
  const isLocked = enrolment?.state === "locked"
  return composeEmail(facts, {
    subject: isLocked ? `Your lessons in ${program} are locked` : "Your tuition is overdue",
    paragraphs: [
      enrolment?.next ? `this payment for ${program} has not arrived. ${paymentInWords(enrolment.next)}.` : "",
      isLocked
        ? "Your lessons are locked for now. They open again the moment it is paid; nothing you did is lost."
        : `Your lessons stay open until ${dayInWords(enrolment?.locksOn ?? "")}. If you cannot pay by then, answer this mail: we would rather talk than lock.`,
    ],
    button: { label: "Pay tuition", path: "/tuition" },
  })
}
