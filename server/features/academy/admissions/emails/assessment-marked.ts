import type { Letter } from "#server/mail/email-template.ts"
import { composeLetter } from "./compose.ts"
import type { LetterFacts } from "./facts.ts"

/** Tells the result and asks for the interview. */
export function assessmentMarked(facts: LetterFacts): Letter {
  const { assessment } = facts
  return composeLetter(facts, {
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
