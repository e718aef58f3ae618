import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"

/** Tells the result and asks for the interview. */
export function assessmentMarked(facts: EmailFacts): EmailContent {
  const { assessment } = facts
  return composeEmail(facts, {
    subject: "Your assessment is marked",
    paragraphs: [
      assessment?.points === null || assessment === null
        ? "your assessment is marked."
        : `your assessment is marked: ${assessment.points} of ${assessment.maxPoints} points.`,
      facts.note,
      "The next step is a short interview. Choose a time that suits you; times are shown in your own time zone.",
    ],
    button: { label: "Choose a time", path: "/interview" },
  })
}
