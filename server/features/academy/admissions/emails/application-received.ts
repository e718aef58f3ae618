import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"
import { cohortInWords } from "./words.ts"

/** Goes out at once when the fee is paid. */
export function applicationReceived(facts: EmailFacts): EmailContent {
  return composeEmail(facts, {
    subject: `We have your application for ${facts.program}`,
    paragraphs: [
      `your application fee has arrived, and your application for ${facts.program} is confirmed, for ${cohortInWords(facts.cohort)}.`,
      "Next comes the study kit, in a mail of its own. After it you take the assessment and choose a time for the interview. Your dashboard always shows the step you are at.",
    ],
    button: { label: "Open your dashboard", path: "/app" },
    small: [
      "The application fee is paid once per application and is not refundable. A payment taken twice is returned.",
    ],
  })
}
