import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"

/** Good enough, but no seat at present. */
export function waitlisted(facts: EmailFacts): EmailContent {
  return composeEmail(facts, {
    subject: `You are on the waitlist for ${facts.program}`,
    paragraphs: [
      `we would like to have you in ${facts.program}, but every seat of the cohort is taken.`,
      facts.note,
      "You are on the waitlist. When a seat becomes free, it goes to the person who waits longest. When one is yours, we send you a mail. You need not do anything until then.",
    ],
    button: { label: "Open your dashboard", path: "/app" },
  })
}
