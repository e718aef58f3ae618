import type { Letter } from "#server/mail/email-template.ts"
import { composeLetter } from "./compose.ts"
import type { LetterFacts } from "./facts.ts"

/** The application ended at the applicant's wish, or because the place was not taken in time. */
export function withdrawn(facts: LetterFacts): Letter {
  return composeLetter(facts, {
    subject: `Your application for ${facts.program} is closed`,
    paragraphs: [
      `your application for ${facts.program} is closed.`,
      facts.note,
      "If you change your mind, you can apply again while a cohort takes applications.",
    ],
    button: { label: "See the programs", path: "/app" },
  })
}
