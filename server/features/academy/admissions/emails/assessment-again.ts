import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"

/** A second try was allowed. */
export function assessmentAgain(facts: EmailFacts): EmailContent {
  return composeEmail(facts, {
    subject: "You can take the assessment once more",
    paragraphs: [
      "the academy has opened the assessment for you a second time. The questions are drawn anew, and the second result counts.",
      facts.note,
    ],
    button: { label: "Go to the assessment", path: "/assessment" },
  })
}
