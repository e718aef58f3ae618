import type { TextBlock, TextSpan } from "#contract/text-blocks.ts"
import {
  colours,
  heightOfWords,
  keepTogether,
  margin,
  type Pdf,
  type Structure,
  widened,
  writeSpans,
} from "./pdf-text.ts"

/** Inner space of a cell. */
const cellSpace = 6

/** A table lower than this stands on one page, in points. */
const smallTable = 160

/** Size of the letters in a table. */
const size = 9.5

export function writeTable(doc: Pdf, root: Structure, { head, rows }: Extract<TextBlock, { kind: "table" }>): void {
  const widths = columnWidths(doc, [head, ...rows])
  const table = doc.struct("Table")
  root.add(table)
  const hasHead = head.some((cell) => cell.length > 0)
  const written = (hasHead ? [head, ...rows] : rows).map((cells, index) => {
    const isHead = hasHead && index === 0
    return { cells, isHead, height: rowHeight(doc, cells, { widths, isHead }) }
  })
  const height = total(written.map((row) => row.height))
  if (height < smallTable) keepTogether(doc, height + 4)
  for (const row of written) writeRow(doc, table, { ...row, widths })
  table.end()
  doc.x = margin
  doc.moveDown(0.9)
}

function rowHeight(
  doc: Pdf,
  cells: readonly TextSpan[][],
  { widths, isHead }: { widths: readonly number[]; isHead: boolean },
): number {
  const heights = cells.map((cell, column) =>
    heightOf(doc, cell, { width: (widths[column] ?? 60) - 2 * cellSpace, isHead }),
  )
  return Math.max(...heights) + 2 * cellSpace
}

interface Row {
  cells: readonly TextSpan[][]
  widths: readonly number[]
  height: number
  isHead: boolean
}

function writeRow(doc: Pdf, table: Structure, { cells, widths, height, isHead }: Row): void {
  keepTogether(doc, height + 4)
  const top = doc.y
  doc.markContent("Artifact", { type: "Layout" })
  if (isHead) doc.rect(margin, top, total(widths), height).fill(colours.cotton)
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
    const look = { size, color: colours.ink, left: left + cellSpace, width: width - 2 * cellSpace }
    writeSpans(doc, { parent: row, type: isHead ? "TH" : "TD" }, spans, look)
    left += width
  }
  row.end()
  doc.y = top + height
}

/** Widths that follow from how much stands in each column, within limits. */
function columnWidths(doc: Pdf, rows: readonly (readonly TextSpan[][])[]): number[] {
  const room = doc.page.width - 2 * margin
  const count = Math.max(...rows.map((row) => row.length))
  const least = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => longestWord(doc, row[column] ?? []))),
  )
  const letters = Array.from({ length: count }, (_, column) => {
    const lengths = rows.map((row) => (row[column] ?? []).reduce((sum, { text }) => sum + text.length, 0))
    return Math.min(60, Math.max(12, ...lengths))
  })
  const shares = letters.map((length) => (length / total(letters)) * room)
  if (total(least) > room) return shares
  // Columns whose share would break a word take what it needs; the others share the rest.
  const isTight = shares.map((share, column) => share < (least[column] ?? 0))
  const left = room - total(least.filter((_, column) => isTight[column]))
  const free = total(shares.filter((_, column) => !isTight[column]))
  return shares.map((share, column) => (isTight[column] ? (least[column] ?? share) : (share / free) * left))
}

/** Width of a cell in which no word of it has to be broken. */
function longestWord(doc: Pdf, cell: readonly TextSpan[]): number {
  const words = cell.flatMap(({ text, href }) => (href === undefined ? text.split(/\s+/) : []))
  return Math.max(0, ...words.map((word) => widthOf(doc, word))) + 2 * cellSpace + 1
}

function heightOf(doc: Pdf, spans: readonly TextSpan[], { width, isHead }: { width: number; isHead: boolean }): number {
  const text = spans.map((span) => span.text).join("") || " "
  // Where any of it is bold all of it is reckoned so: a line never turns out longer.
  const isBold = isHead || spans.some(({ style }) => style === "strong")
  return heightOfWords(doc, text, { size, weight: isBold ? "strong" : "regular", width })
}

function widthOf(doc: Pdf, word: string): number {
  return doc.font("strong-latin").fontSize(size).widthOfString(widened(word))
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
