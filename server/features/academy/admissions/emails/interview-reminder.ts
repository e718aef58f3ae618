import type { Letter } from "#server/mail/email-template.ts"
import { composeLetter } from "./compose.ts"
import type { LetterFacts } from "./facts.ts"

/** A day and an hour before. */
export function interviewReminder(facts: LetterFacts): Letter {
  return composeLetter(facts, {
    subject: `Reminder: your interview on ${facts.interview?.words ?? ""}`,
    paragraphs: [
      `your interview for ${facts.program} is on ${facts.interview?.words ?? ""}.`,
      `Where: ${facts.interview?.place ?? ""}`,
    ],
    button: { label: "See the interview", path: "/interview" },
  })
}
