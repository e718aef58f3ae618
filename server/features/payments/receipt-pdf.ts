import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import PDFDocument from "pdfkit"
import { product } from "#contract/product/brand.ts"
import type { Receipt } from "#contract/product/orders.ts"
import { receiptLines } from "./receipts.ts"

type Pdf = InstanceType<typeof PDFDocument>
type Structure = ReturnType<Pdf["struct"]>

const margin = 56
const ink = "#1b1640"
const soft = "#5b567a"

const require = createRequire(import.meta.url)

/** The letters come in two files; the naira sign and most marked letters are in the second. */
const extended = /[\u0100-\u02BA\u1E00-\u1EFF\u20A0-\u20C0]/u

/** Writes a receipt as a tagged PDF of one A4 page, its letters inside. */
export async function writeReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const doc = new PDFDocument({
    size: "A4",
    margin,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    displayTitle: true,
    info: { Title: `Receipt ${receipt.number}`, Author: receipt.seller.name },
  })
  for (const weight of ["400", "700"]) {
    for (const script of ["latin", "latin-ext"]) {
      const file = `@fontsource/instrument-sans/files/instrument-sans-${script}-${weight}-normal.woff`
      doc.registerFont(`${weight}-${script}`, readFileSync(require.resolve(file)) as unknown as string)
    }
  }
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk))
    doc.on("end", () => resolve(Buffer.concat(chunks)))
    doc.on("error", reject)
  })
  const root = doc.struct("Document")
  doc.addStructure(root)
  writeBody(doc, root, receipt)
  root.end()
  doc.end()
  return ended
}

function writeBody(doc: Pdf, root: Structure, receipt: Receipt): void {
  const { facts, sums, notes } = receiptLines(receipt)
  paragraph(doc, root, "P", product.name, { weight: "700", size: 12, color: "#33249c" })
  paragraph(doc, root, "H1", `Receipt ${receipt.number}`, { weight: "700", size: 26 })
  doc.moveDown(1)
  writeTable(doc, root, facts, { size: 10.5, nameWidth: 110, alignsRight: false })
  doc.moveDown(1.5)
  writeTable(doc, root, sums, { size: 12, nameWidth: 340, alignsRight: true })
  doc.moveDown(1.5)
  for (const note of notes) paragraph(doc, root, "P", note, { size: 10, color: soft })
}

interface Look {
  weight?: "400" | "700"
  size: number
  color?: string
}

function paragraph(doc: Pdf, root: Structure, type: string, text: string, look: Look): void {
  root.add(
    doc.struct(type, {}, () => writeText(doc, text, { ...look, left: margin, width: doc.page.width - 2 * margin })),
  )
  doc.moveDown(0.3)
}

/** Two columns, the first as heads of their rows. */
function writeTable(
  doc: Pdf,
  root: Structure,
  rows: readonly [string, string][],
  { size, nameWidth, alignsRight }: { size: number; nameWidth: number; alignsRight: boolean },
): void {
  const table = doc.struct("Table")
  root.add(table)
  const valueLeft = margin + nameWidth + 12
  const valueWidth = doc.page.width - margin - valueLeft
  for (const [name, value] of rows) {
    const row = doc.struct("TR")
    table.add(row)
    const top = doc.y
    row.add(
      doc.struct("TH", {}, () =>
        writeText(doc, name, { size, left: margin, width: nameWidth, color: alignsRight ? ink : soft }),
      ),
    )
    const nameBottom = doc.y
    doc.y = top
    row.add(
      doc.struct("TD", {}, () => {
        const left = alignsRight ? valueLeft + valueWidth - widthOf(doc, value, "700", size) : valueLeft
        writeText(doc, value, { size, left, width: valueWidth, weight: alignsRight ? "700" : "400" })
      }),
    )
    doc.y = Math.max(nameBottom, doc.y) + 6
    row.end()
  }
  table.end()
  doc.x = margin
}

function writeText(doc: Pdf, text: string, look: Look & { left: number; width: number }): void {
  const { weight = "400", size, color = ink, left, width } = look
  const runs = runsOf(text)
  for (const [index, { script, text: part }] of runs.entries()) {
    doc.font(`${weight}-${script}`).fontSize(size).fillColor(color)
    const options = { width, lineGap: 2, continued: index < runs.length - 1 }
    if (index === 0) doc.text(part, left, doc.y, options)
    else doc.text(part, options)
  }
}

function widthOf(doc: Pdf, text: string, weight: string, size: number): number {
  return runsOf(text).reduce((sum, { script, text: part }) => {
    return sum + doc.font(`${weight}-${script}`).fontSize(size).widthOfString(part)
  }, 1)
}

/** The stretches of a text that one file of letters can write. */
function runsOf(text: string): { text: string; script: "latin" | "latin-ext" }[] {
  const runs: { text: string; script: "latin" | "latin-ext" }[] = []
  for (const letter of text) {
    const script = extended.test(letter) ? "latin-ext" : "latin"
    const last = runs.at(-1)
    if (last?.script === script) last.text += letter
    else runs.push({ text: letter, script })
  }
  return runs
}
