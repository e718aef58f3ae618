import type { TextBlock, TextSpan } from "#contract/product/text-blocks.ts"
import { colours, keepTogether, margin, type Pdf, type Structure, tagged, writeSpans } from "./pdf-text.ts"

/** Inner space of a cell. */
const cellSpace = 6

export function writeTable(doc: Pdf, root: Structure, { head, rows }: Extract<TextBlock, { kind: "table" }>): void {
  const widths = columnWidths(doc, [head, ...rows])
  const table = doc.struct("Table")
  root.add(table)
  const hasHead = head.some((cell) => cell.length > 0)
  for (const [index, cells] of (hasHead ? [head, ...rows] : rows).entries()) {
    const isHead = hasHead && index === 0
    writeRow(doc, table, cells, { widths, isHead, isShaded: isHead })
  }
  table.end()
  doc.x = margin
  doc.moveDown(0.9)
}

function writeRow(
  doc: Pdf,
  table: Structure,
  cells: readonly TextSpan[][],
  { widths, isHead, isShaded }: { widths: readonly number[]; isHead: boolean; isShaded: boolean },
): void {
  const heights = cells.map((cell, column) => heightOf(doc, cell, (widths[column] ?? 60) - 2 * cellSpace))
  const height = Math.max(...heights) + 2 * cellSpace
  keepTogether(doc, height + 4)
  const top = doc.y
  doc.markContent("Artifact", { type: "Layout" })
  if (isShaded) doc.rect(margin, top, total(widths), height).fill(colours.cotton)
  doc
    .moveTo(margin, top + height)
    .lineTo(margin + total(widths), top + height)
    .lineWidth(0.7)
    .stroke(colours.line)
  doc.endMarkedContent()
  const row = doc.struct("TR")
  table.add(row)
  let left = margin
  for (const [column, cell] of cells.entries()) {
    const width = widths[column] ?? 60
    doc.y = top + cellSpace
    const spans = isHead ? cell.map((span) => ({ ...span, style: "strong" as const })) : cell
    tagged(doc, row, isHead ? "TH" : "TD", () =>
      writeSpans(doc, spans, { size: 9.5, color: colours.ink, left: left + cellSpace, width: width - 2 * cellSpace }),
    )
    left += width
  }
  row.end()
  doc.y = top + height
}

/** Widths that follow from how much stands in each column, within limits. */
function columnWidths(doc: Pdf, rows: readonly (readonly TextSpan[][])[]): number[] {
  const room = doc.page.width - 2 * margin
  const count = Math.max(...rows.map((row) => row.length))
  const letters = Array.from({ length: count }, (_, column) => {
    const lengths = rows.map((row) => (row[column] ?? []).reduce((sum, { text }) => sum + text.length, 0))
    return Math.min(60, Math.max(12, ...lengths))
  })
  return letters.map((length) => (length / total(letters)) * room)
}

function heightOf(doc: Pdf, spans: readonly TextSpan[], width: number): number {
  const text = spans.map((span) => span.text).join("") || " "
  // The bold letters are the widest, so a line never turns out longer than reckoned.
  return doc
    .font("strong-latin")
    .fontSize(9.5)
    .heightOfString(text.replace(/[^\u0020-\u00FF]/gu, "N"), { width, lineGap: 2 })
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
