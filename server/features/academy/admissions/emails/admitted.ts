import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"
import { cohortInWords, dayInWords, naira } from "./words.ts"

function awardInWords({ scholarship, enrolment }: EmailFacts): string {
  if (scholarship === "full") return "You receive a full scholarship: there is no tuition to pay."
  if (scholarship === "partial") {
    return `You receive a scholarship of ${naira(enrolment?.award ?? 0)}; it is taken off your tuition already.`
  }
  return ""
}

/** The good news: a place, a scholarship perhaps, and what to do by when. */
export function admitted(facts: EmailFacts): EmailContent {
  const { enrolment, cohort, program } = facts
  const isFree = facts.scholarship === "full"
  return composeEmail(facts, {
    subject: `You are admitted to ${program}`,
    paragraphs: [
      `congratulations: you have a place in ${program}, in ${cohortInWords(cohort)}.`,
      awardInWords(facts),
      facts.note,
      isFree
        ? `Please take the place by ${dayInWords(enrolment?.enrolBy ?? "")}, with one press on your dashboard.`
        : `Please take the place by ${dayInWords(enrolment?.enrolBy ?? "")}: pay ${naira(enrolment?.prices.full ?? 0)} at once, or a first instalment of ${naira(enrolment?.prices.first ?? 0)}.`,
      "After that day the place goes to the next person on the waitlist.",
    ],
    button: { label: "Take your place", path: "/app?ref=fusion" },
  })
}
