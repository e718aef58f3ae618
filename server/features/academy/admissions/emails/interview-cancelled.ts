import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"

/** A time was given up, by the applicant or by the academy. */
export function interviewCancelled(facts: EmailFacts): EmailContent {
  return composeEmail(facts, {
    subject: "Your interview is cancelled",
    paragraphs: [
      `the interview on ${facts.interview?.words ?? "the chosen day"} will not be held.`,
      facts.note,
      "Please choose another time.",
    ],
    button: { label: "Choose a time", path: "/interview" },
  })
}
