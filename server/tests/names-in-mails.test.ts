import { expect, test } from "vitest"
import type { Receipt } from "#contract/money/orders.ts"
import { composeEmail } from "#server/features/academy/admissions/emails/compose.ts"
import { writeCertificate } from "#server/features/academy/learning/issued/certificate-pdf.ts"
import { writeAccountDeleted } from "#server/features/identity/personal-data/account-deleted-mail.ts"
import { writeDataCopied } from "#server/features/identity/personal-data/data-copied-mail.ts"
import { writeReceiptEmail } from "#server/features/money/payments/receipt-mail.ts"
import { receiptLines } from "#server/features/money/payments/receipts.ts"
import { writeTakedownEmail } from "#server/features/studio/review/notice-job.ts"
import { writeCodeEmail, writeEmail } from "#server/mail/email-template.ts"

const publicUrl = "https://studio.example.com"
/** What mail programs make a link of. */
const name = "win1.com"

const receipt: Receipt = {
  number: "R-000012",
  issuedAt: "2027-02-01T09:00:00.000Z",
  seller: { name: "The seller", address: "", taxNumber: "", email: "" },
  buyer: { name, email: "ada@example.com" },
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
const thing = "picture" as const
const taken = {
  name,
  thing,
  prompt: `a pot of ${name}`,
  reason: "A brand",
  isBlocked: false,
  publicUrl,
  isConfirmed: false,
}
const asked = { name, minutes: 15, link: publicUrl }

test.each([
  ["a confirmation", writeEmail("verification", asked)],
  ["a reset", writeEmail("recovery", asked)],
  ["a link", writeEmail("magic-url", asked)],
  ["a code", writeCodeEmail({ name, minutes: 15, code: "123456" })],
  ["a letter about a copy", writeDataCopied(name, "Asked for it")],
  ["a letter about an account's end", writeAccountDeleted(name)],
  ["a receipt", writeReceiptEmail(receipt, publicUrl)],
  ["a letter about a takedown", writeTakedownEmail({ ...taken, what: "down" })],
  ["a letter about a picture that is back", writeTakedownEmail({ ...taken, what: "restored" })],
  [
    "a letter about an application",
    composeEmail({ name, publicUrl }, { subject: "Applied", paragraphs: ["Thank you."] }),
  ],
])("%s carries no name or words that could be a link", (_, { subject, text, html }) => {
  for (const words of [subject, text, html]) expect(words).not.toContain(name)
})

test("whoever confirmed the address reads which picture it was", () => {
  expect(writeTakedownEmail({ ...taken, isConfirmed: true, what: "down" }).text).toContain(`"a pot of ${name}"`)
})

test("papers carry no such name either", async () => {
  expect(receiptLines(receipt).facts).toContainEqual(["Buyer", "ada@example.com"])
  const of = { programName: "Systems", cohort: 3, issuedOn: "2027-08-01", isWithdrawn: false, code: "ABCD-EFGH-JKLM" }
  const paper = await writeCertificate({ ...of, name, url: `${publicUrl}/certificate/x`, qrUrl: publicUrl })
  const text = paper.toString("latin1")
  expect(text).toContain("(Certificate of the holder of its code)")
  expect(text).not.toContain(name)
})
