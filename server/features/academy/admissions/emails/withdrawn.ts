import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"

/** The application ended at the applicant's wish, or because the place was not taken in time. */
export function withdrawn(facts: EmailFacts): EmailContent {
  return composeEmail(facts, {
    subject: `Your application for ${facts.program} is closed`,
    paragraphs: [
      `your application for ${facts.program} is closed.`,
      facts.note,
      "If you change your mind, you can apply again while a cohort takes applications.",
    ],
    button: { label: "See the programs", path: "/app" },
  })
}
