import { product } from "#contract/brand.ts"
import type { EmailContent } from "#server/mail/email-template.ts"
import { composeEmail } from "./compose.ts"
import type { ReceivedEmail } from "./facts.ts"

interface WaitingFacts extends ReceivedEmail {
  program: string
  /** Path of the page that takes the address off the list. */
  leavePath: string
}

/** Confirms to an address that it waits for a program's applications. */
export function cohortWaiting(facts: WaitingFacts): EmailContent {
  return composeEmail(facts, {
    subject: `You wait for ${facts.program}`,
    paragraphs: [
      `this address was left at ${product.name} to hear when applications for ${facts.program} open. You need not do anything: one mail comes on that day, and then the address is deleted.`,
      "Was it not you, or do you not want to know any more? Take it off the list.",
    ],
    button: { label: "Take my address off", path: facts.leavePath },
  })
}
