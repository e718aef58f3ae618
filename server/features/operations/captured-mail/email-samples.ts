import { handouts } from "#contract/catalogue/handouts.ts"
import type { Receipt } from "#contract/money/orders.ts"
import { letters } from "#server/features/academy/admissions/emails/all.ts"
import { cohortOpen } from "#server/features/academy/admissions/emails/cohort-open.ts"
import { cohortWaiting } from "#server/features/academy/admissions/emails/cohort-waiting.ts"
import type { EmailFacts } from "#server/features/academy/admissions/emails/facts.ts"
import { writeAccountChanged } from "#server/features/identity/accounts/changed-mail.ts"
import { writeNoticeLetter } from "#server/features/identity/notices/letter.ts"
import { writeInvitation } from "#server/features/identity/operators/invitation-mail.ts"
import { writeAccountDeleted } from "#server/features/identity/personal-data/account-deleted-mail.ts"
import { writeDataCopied } from "#server/features/identity/personal-data/data-copied-mail.ts"
import { writeFactorEmail } from "#server/features/identity/second-factor/factor-mail.ts"
import { writeReceiptEmail } from "#server/features/money/payments/receipt-mail.ts"
import { writePaymentTrouble } from "#server/features/money/payments/trouble-mail.ts"
import { writeContactEmail } from "#server/features/operations/contact/email.ts"
import { writeHandoutEmail } from "#server/features/operations/contact/handout-email.ts"
import { writeAlarm } from "#server/features/studio/engines/job.ts"
import { writeTakedownEmail } from "#server/features/studio/review/notice-job.ts"
import { type EmailContent, writeCodeEmail, writeEmail } from "#server/mail/email-template.ts"

/** Every letter the product sends, by its name, as somebody who does not exist would get it. For looking at, never sent. */
export function emailSamples(publicUrl: string): Readonly<Record<string, EmailContent>> {
  return { ...accountEmails(publicUrl), ...academyEmails(publicUrl), ...otherLetters(publicUrl) }
}

const name = "Ada Obi"
const email = "ada@example.com"

function accountEmails(publicUrl: string): Record<string, EmailContent> {
  const link = `${publicUrl}/sample`
  const asked = { name, minutes: 15, phrase: "amber kite" }
  return {
    verification: writeEmail("verification", { ...asked, link }),
    recovery: writeEmail("recovery", { ...asked, link }),
    "magic-url": writeEmail("magic-url", { ...asked, link }),
    code: writeCodeEmail({ ...asked, code: "123456" }),
    "address-changed": writeAccountChanged("email", publicUrl),
    "password-changed": writeAccountChanged("password", publicUrl),
    "second-step-on": writeFactorEmail("on", 10, publicUrl),
    "second-step-off": writeFactorEmail("off", 10, publicUrl),
    "second-step-reset": writeFactorEmail("reset", 10, publicUrl),
    "second-step-on-by-passkey": writeFactorEmail("on-by-passkey", 10, publicUrl),
    "passkey-added": writeFactorEmail("passkey-added", 0, publicUrl),
    "passkey-removed": writeFactorEmail("passkey-removed", 0, publicUrl),
    "passkey-copied": writeFactorEmail("passkey-copied", 0, publicUrl),
    "recovery-code-used": writeFactorEmail("code-used", 3, publicUrl),
    "team-invitation": writeInvitation("teacher", link),
    "data-copied": writeDataCopied(name, "Asked for it by phone."),
    "account-deleted": writeAccountDeleted(name),
  }
}

const cohort = { number: 3, startsOn: "2027-03-01", isPlanned: false, enrolBy: "2027-02-24", applyBy: "2027-02-08" }

function academyEmails(publicUrl: string): Record<string, EmailContent> {
  const program = { program: "Systems Integration", programId: "systems_intergration" }
  const next = { part: "second" as const, amount: 60_000, dueOn: "2027-04-01", paidAt: "" }
  const facts: EmailFacts = {
    ...program,
    name,
    publicUrl,
    cohort,
    scholarship: null,
    interview: {
      words: "Tuesday, 16 February 2027 at 10:00 (Lagos time, GMT+1)",
      minutes: 30,
      place: "https://meet.example.com/interview",
    },
    enrolment: {
      id: "sample",
      state: "due_soon",
      plan: "instalments",
      enrolBy: cohort.enrolBy,
      prices: { full: 220_000, first: 100_000, second: 60_000, third: 70_000 },
      award: 0,
      instalments: [next],
      next,
      locksOn: "2027-04-08",
    },
    assessment: { points: 17, maxPoints: 20 },
    note: "We liked how you explained your own shop.",
  }
  const written = Object.entries(letters).map(([letter, write]) => [letter, write(facts)] as const)
  const waiting = { ...program, name: "", publicUrl }
  return {
    ...Object.fromEntries(written),
    "cohort-open": cohortOpen({ ...waiting, cohort }),
    "cohort-waiting": cohortWaiting({ ...waiting, leavePath: "/sample" }),
  }
}

function otherLetters(publicUrl: string): Record<string, EmailContent> {
  const picture = { name, prompt: "A bottle of palm oil on a mat", reason: "It shows a brand of somebody else." }
  const taken = { ...picture, publicUrl, isBlocked: false, isConfirmed: true }
  const message = { number: 12, subject: "A question", email, info: "Can I pay by transfer?", createdAt: new Date(0) }
  return {
    receipt: writeReceiptEmail(receipt, publicUrl),
    "payment-short": writePaymentTrouble(shortPayment, publicUrl),
    "payment-over": writePaymentTrouble(
      { ...shortPayment, outcome: "over", amountMinor: "700000", refundMinor: "100000" },
      publicUrl,
    ),
    "payment-not-given": writePaymentTrouble(
      {
        ...shortPayment,
        outcome: "not_given",
        amountMinor: "600000",
        refundMinor: "600000",
        problem: "Your money came in, but this could not be given any more. Cohort 3 has begun. We pay all of it back.",
      },
      publicUrl,
    ),
    "picture-taken-down": writeTakedownEmail({ ...taken, what: "down", thing: "picture" }),
    "picture-restored": writeTakedownEmail({ ...taken, what: "restored", thing: "picture" }),
    "contact-message": writeContactEmail(message),
    "notices-of-a-day": writeNoticeLetter({
      ...told,
      publicUrl,
      unsubscribe: `${publicUrl}/notices/unsubscribe?sample`,
    }),
    ...Object.fromEntries(handoutSlugs.map((slug) => [`sheet-${slug}`, writeHandoutEmail(slug)])),
    "provider-alarm": writeAlarm("The image engine", "auth"),
  }
}

const handoutSlugs = Object.keys(handouts) as (keyof typeof handouts)[]

const told = {
  name,
  notices: [
    {
      title: "Your model Bags is ready",
      text: "Its pictures are in your gallery, and it can draw more.",
      path: "/training-dataset",
    },
    {
      title: "Within a day: Round one",
      text: "Tuesday, 2 March 2027 at 10:00 (Lagos time, GMT+1)",
      path: "/learn",
    },
  ],
}

const shortPayment = {
  outcome: "short",
  problem: null,
  txRef: "1700000000000-0123456789abcdef01234567",
  title: "Basic: 200 credits",
  orderMinor: "600000",
  orderCurrency: "NGN",
  amountMinor: "500000",
  refundMinor: "500000",
  currency: "NGN",
  name,
} as const

const receipt: Receipt = {
  number: "R-000012",
  issuedAt: "2027-02-01T09:00:00.000Z",
  seller: { name: "The seller", address: "1 Sample Street, Lagos", taxNumber: "", email: "seller@example.com" },
  buyer: { name, email },
  tx_ref: "1700000000000-0123456789abcdef01234567",
  title: "Basic: 200 credits",
  listAmount: 6_000,
  amount: 6_000,
  currency: "NGN",
  method: "card",
  refunded: 0,
  toRefund: 0,
  isSandbox: false,
}
