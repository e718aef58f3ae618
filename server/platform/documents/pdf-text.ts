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

/** Embeds every weight of every file of letters. */
export function registerLetters(doc: Pdf): void {
  for (const weight of Object.keys(weights) as Weight[]) {
    for (const script of Object.keys(scripts) as Script[]) {
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
  const runs = spans.flatMap((span) => runsOf(span.text).map((run) => ({ ...span, ...run })))
  const room = width ?? doc.page.width - margin - left
  const parts = runs.map((run, index) => {
    const link = run.href && /^(?:https?:|mailto:)/.test(run.href) ? run.href : null
    const write = () => {
      const weight: Weight = run.style === "strong" ? "strong" : run.style === "emphasis" ? "emphasis" : "regular"
      doc
        .font(`${weight}-${run.script}`)
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
      if (index === 0) doc.text(run.text, left, doc.y, options)
      else doc.text(run.text, options)
    }
    return link ? doc.struct("Link", { alt: run.text }, write) : write
  })
  parent.add(doc.struct(type, {}, parts))
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
  for (const { text, script } of runsOf(words)) {
    doc.font(`regular-${script}`).text(text, x, top, { lineBreak: false, baseline: -ascent * size })
    x += doc.widthOfString(text)
  }
  doc.font("regular-latin")
}
