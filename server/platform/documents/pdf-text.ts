import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type PDFDocument from "pdfkit"
import type { TextSpan } from "#contract/text-blocks.ts"

/** Space beside the text, in points. */
export const margin = 56

/** Colours of a document. */
export const colours = {
  ink: "#1b1640",
  soft: "#5b567a",
  indigo: "#33249c",
  line: "#dcd7cc",
  cotton: "#f6f2e9",
} as const

export type Pdf = InstanceType<typeof PDFDocument>
export type Structure = ReturnType<Pdf["struct"]>

/** Weights of the text letters; each is several files. */
const weights = { regular: "400-normal", strong: "700-normal", emphasis: "400-italic" } as const
type Weight = keyof typeof weights

/** Files of letters in the order in which they are asked: ours, and those of Noto Sans for what ours has not. */
const scripts = {
  latin: "instrument-sans/files/instrument-sans-latin",
  marked: "instrument-sans/files/instrument-sans-latin-ext",
  signs: "noto-sans/files/noto-sans-latin",
  currency: "noto-sans/files/noto-sans-latin-ext",
  dotted: "noto-sans/files/noto-sans-vietnamese",
  greek: "noto-sans/files/noto-sans-greek",
  olderGreek: "noto-sans/files/noto-sans-greek-ext",
  cyrillic: "noto-sans/files/noto-sans-cyrillic",
  otherCyrillic: "noto-sans/files/noto-sans-cyrillic-ext",
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

/** Ascent of our letters as a part of their size: those of another file are put on the same line by it. */
const ascent = 0.97

/** Embeds every weight of every file of letters. */
export function registerLetters(doc: Pdf): void {
  for (const weight of Object.keys(weights) as Weight[]) {
    for (const script of scriptNames) {
      doc.registerFont(`${weight}-${script}`, fontFile(script, weight) as unknown as string)
    }
  }
}

interface Look {
  size: number
  color: string
  left?: number
  width?: number
}

/** Writes one paragraph of spans as a part of the document's structure, each in its letters, links as links. */
export function writeSpans(
  doc: Pdf,
  { parent, type }: { parent: Structure; type: string },
  spans: readonly TextSpan[],
  { size, color, left = margin, width }: Look,
): void {
  const weightOf = (span: TextSpan): Weight =>
    span.style === "strong" ? "strong" : span.style === "emphasis" ? "emphasis" : "regular"
  const runs = spans.flatMap((span) => runsOf(doc, span.text, weightOf(span)).map((run) => ({ ...span, ...run })))
  countRuns(doc, runs.length)
  const room = width ?? doc.page.width - margin - left
  const parts = runs.map((run, index) => {
    const link = run.href && /^(?:https?:|mailto:)/.test(run.href) ? run.href : null
    const write = () => {
      doc
        .font(`${weightOf(run)}-${run.script}`)
        .fontSize(size)
        .fillColor(link ? colours.indigo : color)
      const options = {
        width: room,
        lineGap: 2,
        baseline: -ascent * size,
        continued: index < runs.length - 1,
        underline: link !== null,
        link,
      }
      if (run.meant) doc.markContent("Span", { actual: run.meant })
      if (index === 0) doc.text(run.text, left, doc.y, options)
      else doc.text(run.text, options)
      if (run.meant) doc.endMarkedContent()
    }
    return link ? doc.struct("Link", { alt: run.text }, write) : write
  })
  parent.add(doc.struct(type, {}, parts))
  doc.x = margin
}

/** Whether every sign of a text is in some file of letters, so that none is drawn as a question mark. */
export function hasAllLetters(doc: Pdf, text: string): boolean {
  return runsOf(doc, text, "regular").every((run) => run.meant === undefined || !run.text.includes("?"))
}

/**
 * Whether a line could end within a word of a text: the library breaks lines wherever letters come from another file, as those
 * of "ẹlẹ́sìn" do.
 */
export function mayBreakWords(
  doc: Pdf,
  text: string,
  { size, weight, width }: { size: number; weight: Weight; width: number },
): boolean {
  const runs = runsOf(doc, text, weight)
  const isMixed = runs.some((run, index) => /\S$/.test(run.text) && /^\S/.test(runs[index + 1]?.text ?? ""))
  return isMixed && widthOfWords(doc, text, { size, weight }) > width
}

/** Width of a text on one line, in points. */
export function widthOfWords(doc: Pdf, text: string, { size, weight }: { size: number; weight: Weight }): number {
  const widths = runsOf(doc, text, weight).map((run) =>
    doc.font(`${weight}-${run.script}`).fontSize(size).widthOfString(run.text),
  )
  return widths.reduce((sum, width) => sum + width, 0)
}

/** Height of a paragraph, in points: of one that changes its letters it may be a line more than it turns out. */
export function heightOfWords(
  doc: Pdf,
  text: string,
  { size, weight, width }: { size: number; weight: Weight; width: number },
): number {
  return doc
    .font(`${weight}-latin`)
    .fontSize(size)
    .heightOfString(withBreaks(widened(text)), { width, lineGap: 2 })
}

/** The text with a wide letter in place of each that the first file of letters has not. */
export function widened(text: string): string {
  return text.replace(/[^\u0020-\u00FF]/gu, "N")
}

/** Stretches of one look in a document: each takes 8 kB while it is written, and a book has a few thousand. */
const mostRuns = 20_000
const runsWritten = new WeakMap<Pdf, number>()

/** Says that pages went out, and with them what was counted. */
export function forgetRuns(doc: Pdf): void {
  runsWritten.delete(doc)
}

/** @throws Error for a document that changes its letters more often than memory allows */
function countRuns(doc: Pdf, more: number): void {
  const runs = (runsWritten.get(doc) ?? 0) + more
  if (runs > mostRuns) throw new Error("The text changes its letters too often to be written as a PDF.")
  runsWritten.set(doc, runs)
}

interface Run {
  text: string
  script: Script
  /** What was written, where no file has it and something else is drawn: copied and read aloud in its place. */
  meant?: string
}

const endlessWord = /\S{300}(?=\S)/gu

/** The text with a blank within each word that is longer than any: the library's time for one grows with its length's square. */
export function withBreaks(text: string): string {
  return text.replace(endlessWord, "$& ")
}

/** The stretches of a text that one file of letters can write. */
function runsOf(doc: Pdf, text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  const known = new Map<string, Run>()
  for (const { segment } of signs.segment(text.normalize("NFC"))) {
    const drawn = known.get(segment) ?? drawable(doc, segment, weight)
    known.set(segment, drawn)
    const last = runs.at(-1)
    if (last && last.script === drawn.script && !last.meant === !drawn.meant) {
      last.text += drawn.text
      if (last.meant) last.meant += drawn.meant
    } else runs.push({ ...drawn })
  }
  return runs.map((run) => ({ ...run, text: withBreaks(run.text) }))
}

const signs = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Marks below that no file has, which the dot below can stand for: people write one for the other. */
const marksBelow = /[\u0320\u0324-\u0326\u0329-\u0333\u0347-\u0349]/g

/**
 * A sign as people see it and a file that has all of it. What no file has is written with a dot below in place of another
 * mark there, else without its marks, else as a question mark: never as an empty box.
 */
function drawable(doc: Pdf, sign: string, weight: Weight): Run {
  const plain = sign.normalize("NFD")
  const ways = [
    sign,
    sign.replace(/\u200c|\u200d|[\ufe00-\ufe0f]/g, ""),
    plain.replace(marksBelow, "\u0323").normalize("NFC"),
    plain.replace(/\p{M}+/gu, "").normalize("NFC"),
  ]
  for (const text of ways) {
    // Our own letters have marks, and do not say where these stand on m, and on others that no sign of Unicode has them with.
    const isMarked = /\p{M}/u.test(text.normalize("NFC"))
    const files = isMarked ? scriptNames.filter((name) => !scripts[name].startsWith("instrument")) : scriptNames
    const script = text === "" ? undefined : files.find((name) => hasLetters(doc, `${weight}-${name}`, text))
    if (script) return text.normalize("NFC") === sign ? { text, script } : { text, script, meant: sign }
  }
  return /^[\p{C}\p{M}]+$/u.test(sign) ? { text: "", script: "latin" } : { text: "?", script: "latin", meant: sign }
}

const scriptNames = Object.keys(scripts) as Script[]

/** Asks the file itself: what a range of letters promises, a file need not have. Line ends and tabs are no letters. */
function hasLetters(doc: Pdf, font: string, text: string): boolean {
  const { _font: opened } = doc.font(font) as unknown as {
    _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
  }
  return [...text].every(
    (letter) => /[\t\r\n]/.test(letter) || opened.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  )
}

/** Writes something as a part of the document's structure, which screen readers follow. */
export function tagged(doc: Pdf, parent: Structure, type: string, write: () => void): void {
  parent.add(doc.struct(type, {}, write))
}

/** A new page when less than this is left of the present one, in points. */
export function keepTogether(doc: Pdf, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage()
}

/** Writes words on one line at a place, which moves nothing else. */
export function writeLine(
  doc: Pdf,
  words: string,
  { left, top, size }: { left: number; top: number; size: number },
): void {
  let x = left
  for (const { text, script, meant } of runsOf(doc, words, "regular")) {
    if (meant) doc.markContent("Span", { actual: meant })
    doc.font(`regular-${script}`).text(text, x, top, { lineBreak: false, baseline: -ascent * size })
    if (meant) doc.endMarkedContent()
    x += doc.widthOfString(text)
  }
  doc.font("regular-latin")
}
