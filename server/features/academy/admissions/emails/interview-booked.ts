import { admissionRules } from "#contract/catalogue/applications.ts"
import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"

/** Confirms a time, with the clock that the screen showed. */
export function interviewBooked(facts: EmailFacts): EmailContent {
  return composeEmail(facts, {
    subject: `Your interview: ${facts.interview?.words ?? ""}`,
    paragraphs: [
      `your interview for ${facts.program} is on ${facts.interview?.words ?? ""}. It takes about ${facts.interview?.minutes ?? 30} minutes.`,
      `Where: ${facts.interview?.place ?? ""}`,
      `Have something to show or tell about a business you know. Until ${admissionRules.interviewCutOffHours} hours before you can choose another time or cancel.`,
    ],
    button: { label: "See or change the time", path: "/interview" },
    small: [`For your calendar: ${facts.publicUrl}/academy/interview.ics`],
  })
}
