import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import PDFDocument from "pdfkit"
import type { TextBlock, TextSpan } from "#contract/product/text-blocks.ts"
import { qrPath } from "./qr-path.ts"

/** A document to be written as PDF. */
export interface PdfText {
  title: string
  subtitle?: string
  /** Name of who publishes it; stands at the foot of each page and in the file's properties. */
  publisher: string
  /** An address that stands as a QR code beside the title. */
  codeFor?: string
  blocks: readonly TextBlock[]
}

const margin = 56
/** Side of the QR code with its empty border, in points: 3.4 cm, which telephones read at arm's length. */
const codeSide = 96
const ink = "#1b1640"
const soft = "#5b567a"
const indigo = "#33249c"
const line = "#dcd7cc"
const cotton = "#f6f2e9"

/** Weights of the text letters; each is several files. */
const weights = { regular: "400-normal", strong: "700-normal", emphasis: "400-italic" } as const
type Weight = keyof typeof weights

/** Files of letters: ours, and those of Noto Sans for what ours has not, such as the naira sign and letters with a dot below. */
const scripts = {
  latin: "instrument-sans/files/instrument-sans-latin",
  marked: "instrument-sans/files/instrument-sans-latin-ext",
  currency: "noto-sans/files/noto-sans-latin-ext",
  dotted: "noto-sans/files/noto-sans-vietnamese",
} as const
type Script = keyof typeof scripts

const require = createRequire(import.meta.url)
const fontFiles = new Map<string, Buffer>()

/** Bytes of a file of letters, read once a process. */
function fontFile(script: Script, weight: Weight): Buffer {
  const name = `@fontsource/${scripts[script]}-${weights[weight]}.woff`
  const bytes = fontFiles.get(name) ?? readFileSync(require.resolve(name))
  fontFiles.set(name, bytes)
  return bytes
}

/** Letters beyond the first file, and the file that has them. */
const beyond: readonly [letters: RegExp, script: Script][] = [
  [/[\u1EA0-\u1EF9]/u, "dotted"],
  [/[\u1E00-\u1E9F\u20A0-\u20AB\u20AD-\u20C0]/u, "currency"],
  [/[\u0100-\u02BA]/u, "marked"],
]

/** Ascent of our letters as a part of their size: those of another file are put on the same line by it. */
const ascent = 0.97

/** Marks that stand over the letter before them; every file has them. */
const mark = /\p{M}/u

type Pdf = InstanceType<typeof PDFDocument>

/**
 * Writes a tagged PDF of A4 pages: title, headings as bookmarks, lists, tables, links, page numbers, embedded letters.
 * @returns the file's bytes
 */
export async function writePdf(text: PdfText): Promise<Buffer> {
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: margin, bottom: margin + 18, left: margin, right: margin },
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    displayTitle: true,
    info: { Title: text.title, Author: text.publisher, Subject: text.subtitle ?? "" },
  })
  for (const weight of Object.keys(weights) as Weight[]) {
    for (const script of Object.keys(scripts) as Script[]) {
      doc.registerFont(`${weight}-${script}`, fontFile(script, weight) as unknown as string)
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
  writeHead(doc, root, text)
  for (const block of text.blocks) writeBlock(doc, root, block)
  root.end()
  numberPages(doc, text)
  doc.end()
  return ended
}

type Structure = ReturnType<Pdf["struct"]>

function writeHead(doc: Pdf, root: Structure, { title, subtitle, publisher, codeFor }: PdfText): void {
  doc.markContent("Artifact", { type: "Layout" })
  doc.rect(0, 0, doc.page.width, 8).fill(indigo)
  doc.endMarkedContent()
  tagged(doc, root, "P", () => writeSpans(doc, [{ text: publisher, style: "strong" }], { size: 10, color: indigo }))
  doc.moveDown(0.8)
  tagged(doc, root, "H1", () => writeSpans(doc, [{ text: title, style: "strong" }], { size: 26, color: ink }))
  if (subtitle) {
    doc.moveDown(0.2)
    tagged(doc, root, "P", () => writeSpans(doc, [{ text: subtitle }], { size: 12.5, color: soft }))
  }
  if (codeFor) writeCode(doc, root, codeFor)
  doc.moveDown(1)
}

/** Draws the code in the upper right corner; the text goes on where it was. */
function writeCode(doc: Pdf, root: Structure, text: string): void {
  const { side, path } = qrPath(text)
  const [left, top] = [doc.page.width - margin - codeSide, margin - 16]
  const figure = doc.struct("Figure", { alt: `Code that leads to ${text}` }, () => {
    doc
      .save()
      .translate(left, top)
      .scale(codeSide / side, codeSide / side)
      .path(path)
      .fill("#000")
      .restore()
  })
  root.add(figure)
}

function writeBlock(doc: Pdf, root: Structure, block: TextBlock): void {
  switch (block.kind) {
    case "heading": {
      const isSection = block.level === 2
      keepTogether(doc, isSection ? 90 : 70)
      doc.moveDown(isSection ? 0.7 : 0.4)
      if (isSection) doc.outline.addItem(block.text)
      tagged(doc, root, isSection ? "H2" : "H3", () =>
        writeSpans(doc, [{ text: block.text, style: "strong" }], { size: isSection ? 15 : 12, color: ink }),
      )
      doc.moveDown(0.35)
      return
    }
    case "paragraph":
      tagged(doc, root, "P", () => writeSpans(doc, block.spans, { size: 10.5, color: ink }))
      doc.moveDown(0.6)
      return
    case "list":
      writeList(doc, root, block)
      return
    case "quote":
      writeQuote(doc, root, block.spans)
      return
    case "table":
      writeTable(doc, root, block)
      return
    case "code":
      tagged(doc, root, "P", () => writeSpans(doc, [{ text: block.text, style: "code" }], { size: 9.5, color: ink }))
      doc.moveDown(0.6)
      return
    case "picture":
      return
  }
}

function writeList(doc: Pdf, root: Structure, { items, isOrdered }: Extract<TextBlock, { kind: "list" }>): void {
  const list = doc.struct("L")
  root.add(list)
  for (const [index, item] of items.entries()) {
    keepTogether(doc, 30)
    const entry = doc.struct("LI")
    list.add(entry)
    const top = doc.y
    tagged(doc, entry, "Lbl", () => {
      doc.font("regular-latin").fontSize(10.5).fillColor(indigo)
      doc.text(isOrdered ? `${index + 1}.` : "•", margin, top, { width: 18 })
    })
    doc.y = top
    tagged(doc, entry, "LBody", () => writeSpans(doc, item, { size: 10.5, color: ink, left: margin + 18 }))
    entry.end()
    doc.moveDown(0.25)
  }
  list.end()
  doc.x = margin
  doc.moveDown(0.4)
}

function writeQuote(doc: Pdf, root: Structure, spans: readonly TextSpan[]): void {
  keepTogether(doc, 60)
  const top = doc.y
  tagged(doc, root, "BlockQuote", () => writeSpans(doc, spans, { size: 11.5, color: indigo, left: margin + 16 }))
  doc.markContent("Artifact", { type: "Layout" })
  doc.rect(margin, top - 2, 3, doc.y - top + 4).fill(indigo)
  doc.endMarkedContent()
  doc.x = margin
  doc.moveDown(0.8)
}

/** Inner space of a cell. */
const cellSpace = 6

function writeTable(doc: Pdf, root: Structure, { head, rows }: Extract<TextBlock, { kind: "table" }>): void {
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
  if (isShaded) doc.rect(margin, top, total(widths), height).fill(cotton)
  doc
    .moveTo(margin, top + height)
    .lineTo(margin + total(widths), top + height)
    .lineWidth(0.7)
    .stroke(line)
  doc.endMarkedContent()
  const row = doc.struct("TR")
  table.add(row)
  let left = margin
  for (const [column, cell] of cells.entries()) {
    const width = widths[column] ?? 60
    doc.y = top + cellSpace
    const spans = isHead ? cell.map((span) => ({ ...span, style: "strong" as const })) : cell
    tagged(doc, row, isHead ? "TH" : "TD", () =>
      writeSpans(doc, spans, { size: 9.5, color: ink, left: left + cellSpace, width: width - 2 * cellSpace }),
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

interface Look {
  size: number
  color: string
  left?: number
  width?: number
}

/** Writes one paragraph of spans, each in its letters, links as links. */
function writeSpans(doc: Pdf, spans: readonly TextSpan[], { size, color, left = margin, width }: Look): void {
  const runs = spans.flatMap((span) => runsOf(span.text).map((run) => ({ ...span, ...run })))
  const room = width ?? doc.page.width - margin - left
  for (const [index, run] of runs.entries()) {
    const weight: Weight = run.style === "strong" ? "strong" : run.style === "emphasis" ? "emphasis" : "regular"
    doc
      .font(`${weight}-${run.script}`)
      .fontSize(size)
      .fillColor(run.href ? indigo : color)
    const options = {
      width: room,
      lineGap: 2,
      baseline: -ascent * size,
      continued: index < runs.length - 1,
      underline: run.href !== undefined,
      ...(run.href?.startsWith("http") || run.href?.startsWith("mailto") ? { link: run.href } : { link: null }),
    }
    if (index === 0) doc.text(run.text, left, doc.y, options)
    else doc.text(run.text, options)
  }
  doc.x = margin
}

/** The stretches of a text that one file of letters can write. */
function runsOf(text: string): { text: string; script: Script }[] {
  const runs: { text: string; script: Script }[] = []
  for (const letter of text.normalize("NFC")) {
    const script = beyond.find(([letters]) => letters.test(letter))?.[1] ?? "latin"
    const last = runs.at(-1)
    if (last && (last.script === script || mark.test(letter))) last.text += letter
    else runs.push({ text: letter, script })
  }
  return runs
}

function tagged(doc: Pdf, parent: Structure, type: string, write: () => void): void {
  parent.add(doc.struct(type, {}, write))
}

/** A new page when less than this is left of the present one, in points. */
function keepTogether(doc: Pdf, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage()
}

function numberPages(doc: Pdf, { title, publisher }: PdfText): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    const { bottom } = doc.page.margins
    // Below the margin a text would begin a new page.
    doc.page.margins.bottom = 0
    doc.markContent("Artifact", { type: "Pagination" })
    doc.font("regular-latin").fontSize(8.5).fillColor(soft)
    const at = doc.page.height - margin
    let left = margin
    for (const { text, script } of runsOf(`${publisher} · ${title}`)) {
      doc.font(`regular-${script}`).text(text, left, at, { lineBreak: false, baseline: -ascent * 8.5 })
      left += doc.widthOfString(text)
    }
    doc.font("regular-latin")
    doc.text(`${page + 1} / ${count}`, doc.page.width - margin - 60, at, {
      width: 60,
      align: "right",
      lineBreak: false,
    })
    doc.endMarkedContent()
    doc.page.margins.bottom = bottom
  }
}
