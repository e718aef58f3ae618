import { product } from "#contract/brand.ts"
import { type SheetSlug, sheets } from "#contract/catalogue/handouts.ts"
import { letterPage, letterText } from "#server/mail/email-template.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { sheetLines } from "./handout-lines.ts"

const foot =
  "You get this mail because somebody typed your address beside a case study. It is the only one; you are on no list."

/** The mail that brings a sheet. */
export function writeSheetLetter(slug: SheetSlug): { subject: string; text: string; html: string } {
  const { title, text } = sheets[slug]
  const lines = sheetLines[slug]
  const items = lines.map((line) => `<li style="margin:0 0 12px">${escapeHtml(line)}</li>`).join("")
  return {
    subject: `${product.name}: ${title}`,
    text: [title, text, "", ...lines.map((line, index) => `${index + 1}. ${line}`), "", foot].join("\n"),
    html: letterPage(
      title,
      [
        `<h1 style="margin:0 0 12px;font-size:24px;line-height:1.2">${escapeHtml(title)}</h1>`,
        letterText(escapeHtml(text)),
        `<ol style="margin:0 0 20px;padding-left:24px">${items}</ol>`,
        letterText(foot, true),
      ].join("\n"),
    ),
  }
}
