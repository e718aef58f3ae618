import { z } from "zod"
import { product } from "#contract/brand.ts"
import type { Receipt } from "#contract/money/orders.ts"
import { type EmailContent, emailPage, emailText } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { readReceipt, receiptLines } from "./receipts.ts"
import { orderPath } from "./serialise.ts"

/** The mail that brings a receipt. */
export function writeReceiptEmail(receipt: Receipt, publicUrl: string): EmailContent {
  const { facts, sums, notes } = receiptLines(receipt)
  const link = `${publicUrl}${orderPath(receipt.tx_ref)}/receipt`
  const subject = `${product.name}: receipt ${receipt.number}`
  const lines = [...sums, ...facts].map(([name, value]) => `${name}: ${value}`)
  const table = [...sums, ...facts]
    .map(([name, value]) => `<strong>${escapeHtml(name)}</strong>: ${escapeHtml(value)}`)
    .join("<br>")
  return {
    subject,
    text: ["We received your payment.", "", ...lines, "", ...notes, "", `To print or keep it: ${link}`].join("\n"),
    html: emailPage(
      subject,
      [
        emailText("We received your payment."),
        emailText(table),
        emailText(`<a href="${escapeHtml(link)}">Print or keep the receipt</a>`),
        emailText(escapeHtml(notes.join(" ")), true),
      ].join("\n"),
    ),
  }
}

/** Mails a receipt to the buyer. */
export const mailReceipt = mailJob({
  name: "payments.receipt",
  payload: z.object({ txRef: z.string() }),
  concurrency: () => 1,
  accountOf: () => null,

  async run(s, { txRef }) {
    const receipt = await readReceipt(s.db, txRef, null)
    if (!receipt?.buyer.email) return
    const letter = writeReceiptEmail(receipt, s.config.publicUrl)
    await s.mailer.send({ ...letter, to: receipt.buyer.email, id: `receipt-${txRef}` })
  },
})
