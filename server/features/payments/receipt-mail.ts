import { z } from "zod"
import { product } from "#contract/product/brand.ts"
import { letterPage, letterText } from "#server/features/mail/letters.ts"
import { mailJob } from "#server/features/mail/service.ts"
import { escapeHtml } from "#server/platform/escape-html.ts"
import { readReceipt, receiptLines } from "./receipts.ts"
import { orderPath } from "./wire.ts"

/** Mails a receipt to the buyer. */
export const mailReceipt = mailJob({
  name: "payments.receipt",
  payload: z.object({ txRef: z.string() }),
  concurrency: () => 1,
  accountOf: () => null,

  async run(s, { txRef }) {
    const receipt = await readReceipt(s.db, txRef, null)
    if (!receipt?.buyer.email) return
    const { facts, sums, notes } = receiptLines(receipt)
    const link = `${s.config.publicUrl}${orderPath(txRef)}/receipt`
    const subject = `${product.name}: receipt ${receipt.number}`
    const lines = [...sums, ...facts].map(([name, value]) => `${name}: ${value}`)
    const table = [...sums, ...facts]
      .map(([name, value]) => `<strong>${escapeHtml(name)}</strong>: ${escapeHtml(value)}`)
      .join("<br>")
    await s.mailer.send({
      to: receipt.buyer.email,
      subject,
      id: `receipt-${txRef}`,
      text: ["We received your payment.", "", ...lines, "", ...notes, "", `To print or keep it: ${link}`].join("\n"),
      html: letterPage(
        subject,
        [
          letterText("We received your payment."),
          letterText(table),
          letterText(`<a href="${escapeHtml(link)}">Print or keep the receipt</a>`),
          letterText(escapeHtml(notes.join(" ")), true),
        ].join("\n"),
      ),
    })
  },
})
