import type { PriceListPaper } from "#contract/studio/shelf-shop.ts"
import { openPdf } from "#server/platform/documents/pdf.ts"
import {
  colours,
  forgetRuns,
  hasAllLetters,
  heightOfWords,
  mayBreakWords,
  type Pdf,
  type Structure,
  widthOfWords,
  writeLine,
  writeSpans,
} from "#server/platform/documents/pdf-text.ts"
import { textOn } from "#server/platform/pictures/contrast.ts"
import { layText, placeGlyphs } from "#server/platform/pictures/drawn-text.ts"

/** What stands at the beginning and the end of a price list, and on every page. */
export interface PriceListHead {
  shop: string
  brandColour: string
  accentColour: string
  /** Such as "27 November 2026". */
  day: string
  /** A JPEG; null where there is none. */
  logo: Uint8Array | null
  /** Lines with a link below the name. */
  links: readonly { label: string; href: string }[]
  delivery: string
  paper: PriceListPaper
}

/** One product of a price list. */
export interface PriceListRow {
  /** Begins a part of the list; null for what belongs to the part before. */
  heading: string | null
  name: string
  price: string
  /** Number and options, a line each. */
  details: readonly string[]
  isSoldOut: boolean
  /** A JPEG; null where there is none. */
  picture: Uint8Array | null
}

/** A sheet of paper, lengths in points; a phone shows its width on its own, so that nothing has to be made larger. */
interface Sheet {
  size: [number, number]
  side: number
  foot: number
  picture: number
  name: number
  small: number
  /** Whether the price stands beside the name, or below it. */
  isPriceBeside: boolean
}

const sheets: Readonly<Record<PriceListPaper, Sheet>> = {
  a4: { size: [595.28, 841.89], side: 48, foot: 54, picture: 62, name: 11.5, small: 9.5, isPriceBeside: true },
  phone: { size: [390, 844], side: 20, foot: 46, picture: 84, name: 15, small: 12.5, isPriceBeside: false },
}

/** Room between rows, and between a picture and its words. */
const gap = 12

/** A price list that is written bit by bit. */
export interface PriceList {
  write(rows: readonly PriceListRow[]): void
  /** Resolves when everything was sent. */
  end(): Promise<void>
}

/** Begins a price list. Pages that are full go out at once, so that its length costs no memory. */
export async function openPriceList(head: PriceListHead, send: (bytes: Buffer) => void): Promise<PriceList> {
  const sheet = sheets[head.paper]
  const [width, height] = sheet.size
  const doc = await openPdf(
    { title: `Prices of ${head.shop}`, publisher: head.shop },
    {
      size: sheet.size,
      margins: { top: sheet.side, bottom: sheet.foot, left: sheet.side, right: sheet.side },
      bufferPages: false,
    },
  )
  doc.on("data", send)
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("end", resolve)
    doc.on("error", reject)
  })
  const root = doc.struct("Document")
  doc.addStructure(root)
  const room = { left: sheet.side, width: width - 2 * sheet.side }
  let page = 0
  const numberPage = (): void => {
    page += 1
    const [x, y] = [doc.x, doc.y]
    const { bottom } = doc.page.margins
    // Below the margin a text would begin a new page.
    doc.page.margins.bottom = 0
    doc.markContent("Artifact", { type: "Pagination" })
    const words = `Page ${page}`
    doc.font("regular-latin").fontSize(9).fillColor(colours.soft)
    const right = doc.widthOfString(words)
    if (
      hasAllLetters(doc, head.shop) &&
      widthOfWords(doc, head.shop, { size: 9, weight: "regular" }) < room.width - 80
    ) {
      doc.fontSize(9).fillColor(colours.soft)
      writeLine(doc, head.shop, { left: room.left, top: height - sheet.foot + 18, size: 9 })
    }
    doc.font("regular-latin").fontSize(9).fillColor(colours.soft)
    writeLine(doc, words, { left: room.left + room.width - right, top: height - sheet.foot + 18, size: 9 })
    doc.endMarkedContent()
    doc.page.margins.bottom = bottom
    doc.x = x
    doc.y = y
  }
  doc.on("pageAdded", numberPage)
  numberPage()
  writeHead(doc, root, { head, sheet, room })
  let part: Structure | null = null
  const write = (rows: readonly PriceListRow[]): void => {
    for (const row of rows) {
      if (row.heading !== null) {
        part?.end()
        part = doc.struct("Sect")
        root.add(part)
        makeRoom(doc, sheet.name * 2.4 + heightOf(doc, row, sheet, room))
        if (doc.y > doc.page.margins.top) doc.y += gap / 2
        put(doc, part, "H2", {
          text: row.heading,
          size: sheet.name * 1.25,
          weight: "strong",
          color: colours.ink,
          ...room,
        })
        doc.y += 6
      }
      writeRow(doc, part ?? root, { row, sheet, room })
    }
    forgetRuns(doc)
  }
  return {
    write,
    end() {
      part?.end()
      if (head.delivery !== "") {
        makeRoom(doc, 60)
        doc.y += 8
        put(doc, root, "H2", {
          text: "Delivery",
          size: sheet.name * 1.25,
          weight: "strong",
          color: colours.ink,
          ...room,
        })
        doc.y += 4
        for (const text of head.delivery.split("\n")) {
          if (text.trim() !== "")
            put(doc, root, "P", { text, size: sheet.small, weight: "regular", color: colours.ink, ...room })
        }
      }
      root.end()
      doc.end()
      return ended
    },
  }
}

interface Room {
  left: number
  width: number
}

/** A new page when less than this is left of the present one. */
function makeRoom(doc: Pdf, height: number): void {
  if (doc.y + height > doc.page.maxY() && doc.y > doc.page.margins.top) doc.addPage()
}

interface Words extends Room {
  text: string
  size: number
  weight: "regular" | "strong"
  color: string
  href?: string
}

/** Whether the library writes a text well: the rest is drawn. */
function canWrite(doc: Pdf, words: Pick<Words, "text" | "size" | "weight" | "width">): boolean {
  return hasAllLetters(doc, words.text) && !mayBreakWords(doc, words.text, words)
}

/** Writes a paragraph at the present height; what is drawn can be copied all the same. */
function put(doc: Pdf, parent: Structure, type: string, { text, size, weight, color, left, width, href }: Words): void {
  if (canWrite(doc, { text, size, weight, width })) {
    const style = weight === "strong" ? { style: "strong" as const } : {}
    writeSpans(doc, { parent, type }, [{ text, ...style, ...(href === undefined ? {} : { href }) }], {
      size,
      color,
      left,
      width,
    })
    return
  }
  const laid = layDrawn(text, { size, weight, width })
  makeRoom(doc, laid.height)
  const top = doc.y
  const figure = doc.struct(type, { actual: text }, () => {
    for (const { outline, x, y, scale } of placeGlyphs(laid, { x: left, top, anchor: "left" })) {
      doc.save().translate(x, y).scale(scale, -scale).path(outline).fill(color).restore()
    }
  })
  parent.add(figure)
  doc.y = top + laid.height
}

function layDrawn(
  text: string,
  { size, weight, width }: { size: number; weight: "regular" | "strong"; width: number },
) {
  const look = weight === "strong" ? "bold" : "regular"
  return layText({ text, weight: look, width, height: Number.POSITIVE_INFINITY, most: size, least: size })
}

function heightOfParagraph(doc: Pdf, words: Pick<Words, "text" | "size" | "weight" | "width">): number {
  return canWrite(doc, words) ? heightOfWords(doc, words.text, words) : layDrawn(words.text, words).height
}

function writeHead(
  doc: Pdf,
  root: Structure,
  { head, sheet, room }: { head: PriceListHead; sheet: Sheet; room: Room },
): void {
  const [pageWidth] = sheet.size
  const ink = textOn(head.brandColour)
  const logo = head.logo === null ? 0 : sheet.picture
  const width = room.width - (logo === 0 ? 0 : logo + gap)
  const title = { text: head.shop, size: sheet.name * 1.9, weight: "strong", width } as const
  const words = heightOfParagraph(doc, title) + sheet.small * 1.6
  const band = Math.max(words, logo) + sheet.side
  doc.markContent("Artifact", { type: "Layout" })
  doc.rect(0, 0, pageWidth, band).fill(head.brandColour)
  doc.rect(0, band, pageWidth, 5).fill(head.accentColour)
  if (head.logo !== null) {
    const right = room.left + room.width - logo
    doc
      .save()
      .circle(right + logo / 2, band / 2, logo / 2)
      .clip()
    doc.image(Buffer.from(head.logo), right, (band - logo) / 2, {
      cover: [logo, logo],
      align: "center",
      valign: "center",
    })
    doc.restore()
  }
  doc.endMarkedContent()
  doc.y = (band - words) / 2
  put(doc, root, "H1", { ...title, color: ink, left: room.left })
  put(doc, root, "P", {
    text: `Prices of ${head.day}`,
    size: sheet.small,
    weight: "regular",
    color: ink,
    left: room.left,
    width,
  })
  doc.y = band + 5 + gap
  for (const { label, href } of head.links) {
    put(doc, root, "P", {
      text: label,
      href,
      size: sheet.small + 0.5,
      weight: "regular",
      color: colours.indigo,
      ...room,
    })
  }
  doc.y += gap
}

/** Where the parts of a row stand. */
function columnsOf(doc: Pdf, row: PriceListRow, sheet: Sheet, room: Room) {
  const left = room.left + sheet.picture + gap
  const width = room.width - sheet.picture - gap
  const price = { text: row.price, size: sheet.name + 1, weight: "strong" as const }
  const priceWidth = widthOfWords(doc, row.price, price) + 2
  const nameWidth = sheet.isPriceBeside ? width - priceWidth - gap : width
  return { left, width, price, priceWidth, nameWidth }
}

function heightOf(doc: Pdf, row: PriceListRow, sheet: Sheet, room: Room): number {
  const { width, nameWidth } = columnsOf(doc, row, sheet, room)
  const name = heightOfParagraph(doc, { text: row.name, size: sheet.name, weight: "strong", width: nameWidth })
  const details = row.details.map((text) =>
    heightOfParagraph(doc, {
      text,
      size: sheet.small,
      weight: "regular",
      width: sheet.isPriceBeside ? nameWidth : width,
    }),
  )
  const below = (sheet.isPriceBeside ? 0 : sheet.name * 1.5) + (row.isSoldOut ? sheet.small * 1.5 : 0)
  return Math.max(sheet.picture, name + details.reduce((sum, height) => sum + height, 0) + below) + 2 * gap
}

function writeRow(
  doc: Pdf,
  parent: Structure,
  { row, sheet, room }: { row: PriceListRow; sheet: Sheet; room: Room },
): void {
  const { left, price, priceWidth, nameWidth } = columnsOf(doc, row, sheet, room)
  makeRoom(doc, heightOf(doc, row, sheet, room))
  const item = doc.struct("Div")
  parent.add(item)
  const top = doc.y
  doc.markContent("Artifact", { type: "Layout" })
  const box = [sheet.picture, sheet.picture] as [number, number]
  if (row.picture === null) doc.rect(room.left, top, ...box).fill(colours.cotton)
  else doc.image(Buffer.from(row.picture), room.left, top, { fit: box, align: "center", valign: "center" })
  doc.endMarkedContent()
  const page = doc.page
  put(doc, item, "P", {
    text: row.name,
    size: sheet.name,
    weight: "strong",
    color: colours.ink,
    left,
    width: nameWidth,
  })
  if (!sheet.isPriceBeside) put(doc, item, "P", { ...price, color: colours.ink, left, width: nameWidth })
  for (const text of row.details) {
    put(doc, item, "P", { text, size: sheet.small, weight: "regular", color: colours.soft, left, width: nameWidth })
  }
  if (row.isSoldOut) {
    put(doc, item, "P", {
      text: "Sold out",
      size: sheet.small,
      weight: "strong",
      color: "#9a3412",
      left,
      width: nameWidth,
    })
  }
  // Options that are longer than a page end on another one.
  const isWhole = doc.page === page
  const bottom = isWhole ? Math.max(doc.y, top + sheet.picture) : doc.y
  if (sheet.isPriceBeside) {
    doc.y = isWhole ? top : doc.page.margins.top
    put(doc, item, "P", { ...price, color: colours.ink, left: room.left + room.width - priceWidth, width: priceWidth })
  }
  item.end()
  doc.markContent("Artifact", { type: "Layout" })
  const line = bottom + gap / 2
  doc
    .moveTo(room.left, line)
    .lineTo(room.left + room.width, line)
    .lineWidth(0.6)
    .stroke(colours.line)
  doc.endMarkedContent()
  doc.x = room.left
  doc.y = bottom + gap
}
