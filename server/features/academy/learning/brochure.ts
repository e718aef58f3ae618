import { readFileSync } from "node:fs"
import { product } from "#contract/brand.ts"
import { applicationFeeNaira, instalmentTotals, type Program } from "#contract/catalogue/program.ts"
import type { TextBlock, TextSpan } from "#contract/text-blocks.ts"
import { courseOf } from "#server/features/academy/programs/service.ts"
import type { PdfText } from "#server/platform/documents/pdf.ts"
import { formatNumber } from "#server/platform/text/format-number.ts"

const naira = (amount: string | number): string => `₦${formatNumber(Number(amount))}`
const line = (text: string, style?: TextSpan["style"]): TextSpan[] => [style ? { text, style } : { text }]
const paragraph = (...spans: TextSpan[]): TextBlock => ({ kind: "paragraph", spans })
const heading = (level: 2 | 3, text: string): TextBlock => ({ kind: "heading", level, text })
const list = (texts: readonly string[]): TextBlock => ({
  kind: "list",
  isOrdered: false,
  items: texts.map((text) => line(text)),
})

/**
 * A program on paper: what its page says, with its address as a code to photograph, and where to apply and to ask.
 * The fees are the usual ones, since paper outlives a cohort.
 * @param site address of the installation
 */
export function brochureOf(program: Program, site: string): PdfText {
  const address = `${site}/${product.name.toLowerCase()}-academy/program?programId=${program.slug}`
  return {
    title: program.program_name,
    subtitle: program.hero_subtext,
    publisher: `${product.name} Academy`,
    codeFor: address,
    picture: readFileSync(new URL("brochure.jpg", courseOf(program.slug).folder)),
    blocks: [
      facts(program),
      ...outline(program),
      ...phases(program),
      ...fees(program),
      heading(2, "Questions"),
      ...program.faqs.flatMap(({ question, answer }) => [heading(3, question), paragraph({ text: answer })]),
      ...wayIn(program, { address, contact: `${site}/contact` }),
    ],
  }
}

function facts({ cohort_duration, needed_by }: Program): TextBlock {
  return {
    kind: "table",
    head: [line("Length"), line("Level"), line("Classes"), line("Who needs this")],
    rows: [[line(cohort_duration), line("Beginner"), line("Online, live classes"), line(needed_by)]],
  }
}

function outline({ course_outline }: Program): TextBlock[] {
  const topics = course_outline.flatMap(({ topic, description, outcomes, is_elective }) => [
    heading(3, is_elective ? `${topic} (elective)` : topic),
    paragraph({ text: description }),
    list(outcomes),
  ])
  return [heading(2, "What you learn"), ...topics]
}

function phases({ track_phase: { heading: title, description, tracks }, outcome }: Program): TextBlock[] {
  const most = Math.max(...tracks.map(({ points }) => points.length))
  return [
    heading(2, title),
    paragraph({ text: description }),
    {
      kind: "table",
      head: tracks.map(({ name }, index) => line(`${index + 1}. ${name}`)),
      rows: Array.from({ length: most }, (_, row) => tracks.map(({ points }) => line(points[row] ?? ""))),
    },
    heading(3, "At the end you have"),
    list(outcome),
  ]
}

function fees({ payment }: Program): TextBlock[] {
  const totals = instalmentTotals(payment)
  const rows: [name: string, full: string | number, now: string | number, style?: "strong"][] = [
    ["One payment", payment.total, payment.discounted_total, "strong"],
    ["First instalment", payment.first_tranche, payment.discounted_first_tranche],
    ["Second instalment", payment.second_tranche, payment.discounted_second_tranche],
    ["Third instalment", payment.third_tranche, payment.discounted_third_tranche],
    ["Instalment total", totals.full, totals.discounted, "strong"],
  ]
  return [
    heading(2, "Tuition"),
    paragraph({ text: "50% off: pay once, or in instalments over three months. What you pay is in the last column." }),
    {
      kind: "table",
      head: [line("Payment"), line("Full price"), line("You pay")],
      rows: rows.map(([name, full, now, style]) => [line(name, style), line(naira(full)), line(naira(now), style)]),
    },
    paragraph({
      text: `First comes the application fee of ${naira(applicationFeeNaira)}: in naira, once per application, not refundable.`,
    }),
    paragraph({
      text: "A cohort may have its own fees: its page online tells them, with its dates and free seats.",
    }),
  ]
}

function wayIn(
  { call_to_action: { heading: title, description } }: Program,
  { address, contact }: { address: string; contact: string },
): TextBlock[] {
  return [
    heading(2, title),
    paragraph({ text: description }),
    {
      kind: "table",
      head: [],
      rows: [
        [line("Apply", "strong"), [{ text: address, href: address }]],
        [line("Ask a question", "strong"), [{ text: contact, href: contact }]],
      ],
    },
  ]
}
