import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"
import { dayInWords, paymentInWords } from "./words.ts"

/** Other days of the cohort: its first class, the last day for a place, and what is to be paid when. `note` says what was before. */
export function datesChanged(facts: EmailFacts): EmailContent {
  const { program, cohort, enrolment, note } = facts
  const start = dayInWords(cohort?.startsOn ?? "")
  const open =
    enrolment?.state === "offered" ? [] : (enrolment?.instalments.filter(({ paidAt }) => paidAt === "") ?? [])
  return composeEmail(facts, {
    subject: `Changed dates: ${program}`,
    paragraphs: [
      `the dates of ${program}, cohort ${cohort?.number ?? ""}, have changed. The first class is on ${start}. ${note}`.trim(),
      enrolment?.state === "offered" ? `You can take your place until ${dayInWords(enrolment.enrolBy)}.` : "",
      open.length > 0
        ? `Your instalments, none of them earlier than you were told before:\n${open.map(paymentInWords).join("\n")}`
        : "",
      "Lessons open by the first class. What you have done stays open.",
    ],
    button: { label: "See your dashboard", path: "/app" },
    small: ["If the new dates do not suit you, answer this mail: a person reads it."],
  })
}
