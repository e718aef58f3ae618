import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"

/** No place this time. */
export function declined(facts: EmailFacts): EmailContent {
  return composeEmail(facts, {
    subject: `Your application for ${facts.program}`,
    paragraphs: [
      `thank you for applying for ${facts.program}. We cannot offer you a place in this cohort.`,
      facts.note,
      "You can apply again for another cohort; a new application is a new start.",
    ],
    button: { label: "See the programs", path: "/app" },
  })
}
