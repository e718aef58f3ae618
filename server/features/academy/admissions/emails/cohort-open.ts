import { programAddress } from "#contract/academy/academy-addresses.ts"
import { product } from "#contract/brand.ts"
import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { EmailFacts, ReceivedEmail } from "./facts.ts"
import { cohortInWords, dayInWords } from "./words.ts"

interface OpenFacts extends ReceivedEmail {
  program: string
  programId: string
  cohort: NonNullable<EmailFacts["cohort"]> & { applyBy: string }
}

/** For an address that asked to be told; the last letter it gets. */
export function cohortOpen(facts: OpenFacts): EmailContent {
  return composeEmail(facts, {
    subject: `Applications for ${facts.program} are open`,
    paragraphs: [
      `you asked to be told: ${facts.program} takes applications for ${cohortInWords(facts.cohort)}.`,
      `You can apply until ${dayInWords(facts.cohort.applyBy)}.`,
    ],
    button: { label: "See the program", path: programAddress(facts.programId) },
    small: [`This is the last mail to this address about it. ${product.name} has deleted it from the list.`],
  })
}
