import type { FastifyReply } from "fastify"
import { product } from "#contract/brand.ts"
import type { Receipt } from "#contract/money/orders.ts"
import type { TextBlock, TextSpan } from "#contract/text-blocks.ts"
import { writePdf } from "#server/platform/documents/pdf.ts"
import { receiptLines } from "./receipts.ts"

/** Sends a receipt as a file. */
export async function sendReceiptPdf(reply: FastifyReply, receipt: Receipt): Promise<void> {
  const name = `attachment; filename="receipt-${receipt.number}.pdf"`
  await reply
    .type("application/pdf")
    .header("content-disposition", name)
    .send(await writeReceiptPdf(receipt))
}

/** Writes a receipt as a tagged PDF. */
export function writeReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const { facts, sums, notes } = receiptLines(receipt)
  return writePdf({
    title: `Receipt ${receipt.number}`,
    publisher: receipt.seller.name || product.name,
    blocks: [table([], facts), table(["Item", "Amount"], sums, "Paid"), ...notes.map(paragraph)],
  })
}

/** @param strong first cell of the row that counts */
function table(head: readonly string[], rows: readonly (readonly string[])[], strong?: string): TextBlock {
  const cells = (row: readonly string[]): TextSpan[][] =>
    row.map((text) => [row[0] === strong ? { text, style: "strong" } : { text }])
  return { kind: "table", head: cells(head), rows: rows.map(cells) }
}

function paragraph(text: string): TextBlock {
  return { kind: "paragraph", spans: [{ text }] }
}
