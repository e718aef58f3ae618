import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"

/** A day and an hour before. */
export function interviewReminder(facts: EmailFacts): EmailContent {
  return composeEmail(facts, {
    subject: `Reminder: your interview on ${facts.interview?.words ?? ""}`,
    paragraphs: [
      `your interview for ${facts.program} is on ${facts.interview?.words ?? ""}.`,
      `Where: ${facts.interview?.place ?? ""}`,
    ],
    button: { label: "See the interview", path: "/interview" },
  })
}
