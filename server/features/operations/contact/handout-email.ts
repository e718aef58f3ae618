import { product } from "#contract/brand.ts"
import { type HandoutSlug, handouts } from "#contract/catalogue/handouts.ts"
import { emailPage, emailText } from "#server/mail/email-template.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { handoutLines } from "./handout-lines.ts"

const foot =
  "You get this mail because somebody typed your address beside a case study. It is the only one; you are on no list."

/** The mail that brings a sheet. */
export function writeHandoutEmail(slug: HandoutSlug): { subject: string; text: string; html: string } {
  const { title, text } = handouts[slug]
  const lines = handoutLines[slug]
  const items = lines.map((line) => `<li style="margin:0 0 12px">${escapeHtml(line)}</li>`).join("")
  return {
    subject: `${product.name}: ${title}`,
    text: [title, text, "", ...lines.map((line, index) => `${index + 1}. ${line}`), "", foot].join("\n"),
    html: emailPage(
      title,
      [
        `<h1 style="margin:0 0 12px;font-size:24px;line-height:1.2">${escapeHtml(title)}</h1>`,
        emailText(escapeHtml(text)),
        `<ol style="margin:0 0 20px;padding-left:24px">${items}</ol>`,
        emailText(foot, true),
      ].join("\n"),
    ),
  }
}
