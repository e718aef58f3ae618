import type { Certificate } from "#contract/academy/learning.ts"
import { product } from "#contract/brand.ts"
import type { TextSpan } from "#contract/text-blocks.ts"
import { dayInWords } from "#server/features/academy/admissions/service.ts"
import { nameForMail } from "#server/mail/email-template.ts"
import { codeSide, drawPdf, writeCode } from "#server/platform/documents/pdf.ts"
import { colours, margin, type Pdf, writeSpans } from "#server/platform/documents/pdf-text.ts"

/** Empty space between the edge of the page and the frame, in points. */
const frame = 28

/** Space between the frame and the words. */
const indent = margin + 24

/** Height of the lowest line of facts from the page's lower edge. */
const factsHeight = 140

/**
 * Writes a certificate to hang up: one landscape page with the name in large letters, its code, and the address where
 * anybody can check it, also to photograph.
 */
export function writeCertificate({
  name: written,
  programName,
  cohort,
  issuedOn,
  code,
  url,
}: Omit<Certificate, "isYours" | "programId">): Promise<Buffer> {
  const publisher = `${product.name} Academy`
  const name = nameForMail(written) || "the holder of its code"
  const facts = { title: `Certificate of ${name}`, subtitle: programName, publisher, layout: "landscape" } as const
  return drawPdf(facts, (doc, root) => {
    drawFrame(doc)
    const put = (type: "H1" | "P", spans: TextSpan[], size: number, color: string, top?: number): void => {
      if (top !== undefined) doc.y = top
      const width = doc.page.width - 2 * indent
      writeSpans(doc, { parent: root, type }, spans, { size, color, left: indent, width })
    }
    put("P", [{ text: publisher, style: "strong" }], 13, colours.indigo, margin + 30)
    put("P", [{ text: "Certificate" }], 13, colours.soft)
    put("P", [{ text: "This is to certify that" }], 15, colours.soft, doc.y + 44)
    doc.outline.addItem(facts.title)
    put("H1", [{ text: name, style: "strong" }], 40, colours.ink, doc.y + 6)
    const done = [
      { text: "has completed the program " },
      { text: programName, style: "strong" as const },
      { text: ` with cohort ${cohort}: every required lesson, quiz and task.` },
    ]
    put("P", done, 14, colours.ink, doc.y + 8)

    const bottom = Math.max(doc.y + 20, doc.page.height - factsHeight)
    put("P", [{ text: "Issued on " }, { text: dayInWords(issuedOn), style: "strong" }], 11, colours.ink, bottom)
    put("P", [{ text: "Code " }, { text: code, style: "strong" }], 11, colours.ink, doc.y + 3)
    put("P", [{ text: "Check it at " }, { text: url, href: url }], 11, colours.ink, doc.y + 3)
    writeCode(doc, root, url, { left: doc.page.width - indent - codeSide + 12, top: bottom - 42 })
    root.end()
  })
}

function drawFrame(doc: Pdf): void {
  const [width, height] = [doc.page.width - 2 * frame, doc.page.height - 2 * frame]
  doc.markContent("Artifact", { type: "Layout" })
  doc.rect(frame, frame, width, height).lineWidth(1.5).stroke(colours.indigo)
  doc
    .rect(frame + 6, frame + 6, width - 12, height - 12)
    .lineWidth(0.5)
    .stroke(colours.line)
  doc.rect(indent, margin, 64, 6).fill(colours.indigo)
  doc.endMarkedContent()
}
