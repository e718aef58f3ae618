import type { TextBlock, TextSpan } from "#contract/text-blocks.ts"
import { writeTable } from "./pdf-table.ts"
import {
  colours,
  keepTogether,
  margin,
  type Pdf,
  registerLetters,
  type Structure,
  tagged,
  writeLine,
  writeSpans,
} from "./pdf-text.ts"
import { qrPath } from "./qr-path.ts"

/** A document to be written as PDF. */
export interface PdfText {
  title: string
  subtitle?: string
  /** Name of who publishes it; stands at the foot of each page and in the file's properties. */
  publisher: string
  /** An address that stands as a QR code beside the title. */
  codeFor?: string
  /** A JPEG below the title. */
  picture?: Buffer
  /** Address of the installation, to which links to its own pages lead; without it they are plain words. */
  site?: string
  blocks: readonly TextBlock[]
}

/** Side of the QR code with its empty border, in points: 3.4 cm, which telephones read at arm's length. */
export const codeSide = 96

/** Height of two lines: less of a paragraph does not stand alone at the end of a page. */
const shortParagraph = 31

/** Height of the picture below the title, in points. */
const pictureHeight = 170

/**
 * Writes a tagged PDF of A4 pages: title, headings as bookmarks, lists, tables, links, page numbers, embedded letters.
 * @returns the file's bytes
 */
export function writePdf(text: PdfText): Promise<Buffer> {
  return drawPdf(text, (doc, root) => {
    writeHead(doc, root, text)
    for (const block of text.blocks) writeBlock(doc, root, withSite(block, text.site))
    root.end()
    numberPages(doc, text)
  })
}

type Facts = Pick<PdfText, "title" | "subtitle" | "publisher"> & { layout?: "portrait" | "landscape" }

/** Opens a tagged PDF with our letters, which streams what is finished. @param pages their size and margins, as the library takes them */
export async function openPdf(
  { title, subtitle, publisher }: Facts,
  pages: Pick<PDFKit.PDFDocumentOptions, "size" | "layout" | "margins" | "bufferPages">,
): Promise<Pdf> {
  // With what reads its fonts it would be a part of every start, and most processes never write one.
  const { default: PDFDocument } = await import("pdfkit")
  const doc = new PDFDocument({
    ...pages,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    displayTitle: true,
    info: { Title: title, Author: publisher, Subject: subtitle ?? "" },
  })
  registerLetters(doc)
  return doc
}

/**
 * Opens a tagged PDF on A4 with our letters, and closes it when it is drawn.
 * @param draw ends the root when everything that is read stands in it
 * @returns the file's bytes
 */
export async function drawPdf(facts: Facts, draw: (doc: Pdf, root: Structure) => void): Promise<Buffer> {
  const doc = await openPdf(facts, {
    size: "A4",
    layout: facts.layout ?? "portrait",
    margins: { top: margin, bottom: margin + 18, left: margin, right: margin },
    bufferPages: true,
  })
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk))
    doc.on("end", () => resolve(Buffer.concat(chunks)))
    doc.on("error", reject)
  })
  const root = doc.struct("Document")
  doc.addStructure(root)
  draw(doc, root)
  doc.end()
  return ended
}

/** A block whose links to our own pages lead to the site. */
function withSite(block: TextBlock, site: string | undefined): TextBlock {
  if (site === undefined) return block
  const line = (spans: readonly TextSpan[]): TextSpan[] =>
    spans.map((span) => (span.href?.startsWith("/") ? { ...span, href: `${site}${span.href}` } : span))
  switch (block.kind) {
    case "paragraph":
    case "quote":
      return { ...block, spans: line(block.spans) }
    case "list":
      return { ...block, items: block.items.map(line) }
    case "table":
      return { ...block, head: block.head.map(line), rows: block.rows.map((row) => row.map(line)) }
    default:
      return block
  }
}

function writeHead(doc: Pdf, root: Structure, { title, subtitle, publisher, codeFor, picture }: PdfText): void {
  doc.markContent("Artifact", { type: "Layout" })
  doc.rect(0, 0, doc.page.width, 8).fill(colours.indigo)
  doc.endMarkedContent()
  const paragraph = { parent: root, type: "P" }
  const width = doc.page.width - 2 * margin - (codeFor ? codeSide : 0)
  writeSpans(doc, paragraph, [{ text: publisher, style: "strong" }], { size: 10, color: colours.indigo, width })
  doc.moveDown(0.8)
  const name = [{ text: title, style: "strong" as const }]
  writeSpans(doc, { parent: root, type: "H1" }, name, { size: 26, color: colours.ink, width })
  if (subtitle) {
    doc.moveDown(0.2)
    writeSpans(doc, paragraph, [{ text: subtitle }], { size: 12.5, color: colours.soft, width })
  }
  if (codeFor) writeCode(doc, root, codeFor, { left: doc.page.width - margin - codeSide, top: margin - 16 })
  if (picture) writePicture(doc, picture)
  doc.moveDown(1)
}

/** Shows the middle of a picture as wide as the text. It says nothing that the words do not, so readers pass it over. */
function writePicture(doc: Pdf, picture: Buffer): void {
  doc.moveDown(1)
  const [width, height] = [doc.page.width - 2 * margin, pictureHeight]
  doc.markContent("Artifact", { type: "Layout" })
  doc.save().rect(margin, doc.y, width, height).clip()
  doc.image(picture, margin, doc.y, { cover: [width, height], align: "center", valign: "center" })
  doc.restore()
  doc.endMarkedContent()
  doc.x = margin
  doc.y += height
}

/** Draws a text as a QR code at a place; what is written goes on where it was. */
export function writeCode(doc: Pdf, root: Structure, text: string, { left, top }: { left: number; top: number }): void {
  const { side, path } = qrPath(text)
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
      const isFirst = doc.y <= doc.page.margins.top
      if (!isFirst) doc.moveDown(isSection ? 0.7 : 0.4)
      if (isSection) doc.outline.addItem(block.text)
      const words = [{ text: block.text, style: "strong" as const }]
      const look = { size: isSection ? 15 : 12, color: colours.ink }
      writeSpans(doc, { parent: root, type: isSection ? "H2" : "H3" }, words, look)
      doc.moveDown(0.35)
      return
    }
    case "paragraph":
      keepTogether(doc, shortParagraph)
      writeSpans(doc, { parent: root, type: "P" }, block.spans, { size: 10.5, color: colours.ink })
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
      writeSpans(doc, { parent: root, type: "P" }, [{ text: block.text }], { size: 9.5, color: colours.ink })
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
    if (isOrdered) {
      tagged(doc, entry, "Lbl", () => {
        doc.font("regular-latin").fontSize(10.5).fillColor(colours.indigo)
        doc.text(`${index + 1}.`, margin, top, { width: 18 })
      })
    } else {
      doc.markContent("Artifact", { type: "Layout" })
      doc.circle(margin + 4, top + 6.6, 1.7).fill(colours.indigo)
      doc.endMarkedContent()
    }
    doc.y = top
    writeSpans(doc, { parent: entry, type: "LBody" }, item, { size: 10.5, color: colours.ink, left: margin + 18 })
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
  const look = { size: 11.5, color: colours.indigo, left: margin + 16 }
  writeSpans(doc, { parent: root, type: "BlockQuote" }, spans, look)
  doc.markContent("Artifact", { type: "Layout" })
  doc.rect(margin, top - 2, 3, doc.y - top + 4).fill(colours.indigo)
  doc.endMarkedContent()
  doc.x = margin
  doc.moveDown(0.8)
}

function numberPages(doc: Pdf, { title, publisher }: PdfText): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    const { bottom } = doc.page.margins
    // Below the margin a text would begin a new page.
    doc.page.margins.bottom = 0
    doc.markContent("Artifact", { type: "Pagination" })
    doc.font("regular-latin").fontSize(8.5).fillColor(colours.soft)
    const at = doc.page.height - margin
    writeLine(doc, `${publisher} · ${title}`, { left: margin, top: at, size: 8.5 })
    doc.text(`${page + 1} / ${count}`, doc.page.width - margin - 60, at, {
      width: 60,
      align: "right",
      lineBreak: false,
    })
    doc.endMarkedContent()
    doc.page.margins.bottom = bottom
  }
}
