import type { Letter } from "#server/mail/email-template.ts"
import { composeLetter } from "./compose.ts"
import type { LetterFacts } from "./facts.ts"

/** Good enough, but no seat at present. */
export function waitlisted(facts: LetterFacts): Letter {
  return composeLetter(facts, {
    subject: `You are on the waitlist for ${facts.program}`,
    paragraphs: [
      `we would like to have you in ${facts.program}, but every seat of the cohort is taken.`,
      facts.note,
      "You are on the waitlist. When a seat becomes free, it goes to the person who waits longest, and we send you a mail. You need not do anything.",
    ],
    button: { label: "Open your dashboard", path: "/app" },
  })
}
