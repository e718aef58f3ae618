import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"

/** Brings the study kit; the assessment can be taken from now on. */
export function studyKit(facts: EmailFacts): EmailContent {
  return composeEmail(facts, {
    subject: `Your study kit for ${facts.program}`,
    paragraphs: [
      "your study kit is ready: the kit itself, what the assessment asks, and a sample lesson.",
      "Work through it at home, at your own pace. When you are ready, start the assessment from your dashboard: it takes up to 45 minutes and saves what you write by itself.",
    ],
    button: { label: "Open the study kit", path: "/study-kits" },
    small: ["If something is missing after 24 hours, answer this mail or write to support."],
  })
}
