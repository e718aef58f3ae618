import type { Letter } from "#server/mail/email-template.ts"
import { composeLetter } from "./compose.ts"
import type { LetterFacts } from "./facts.ts"

/** A time was given up, by the applicant or by the academy. */
export function interviewCancelled(facts: LetterFacts): Letter {
  return composeLetter(facts, {
    subject: "Your interview is cancelled",
    paragraphs: [
      `the interview on ${facts.interview?.words ?? "the chosen day"} will not be held.`,
      facts.note,
      "Please choose another time.",
    ],
    button: { label: "Choose a time", path: "/interview" },
  })
}
