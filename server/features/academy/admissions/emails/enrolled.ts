import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts } from "./facts.ts"
import { cohortInWords, paymentInWords } from "./words.ts"

/** The place is taken: what to do before the first class, and what is still to be paid. */
export function enrolled(facts: EmailFacts): EmailContent {
  const open = (facts.enrolment?.instalments ?? []).filter(({ paidAt }) => paidAt === "")
  return composeEmail(facts, {
    subject: `Your place in ${facts.program} is yours`,
    paragraphs: [
      `you are enrolled in ${facts.program}, in ${cohortInWords(facts.cohort)}.`,
      open.length > 0 ? ["Still to be paid:", ...open.map(paymentInWords)].join("\n") : "Your tuition is settled.",
      "Activate the portal from your dashboard, and complete the Scrum Fundamentals course before the sessions begin.",
    ],
    button: { label: "Open your dashboard", path: "/app" },
  })
}
