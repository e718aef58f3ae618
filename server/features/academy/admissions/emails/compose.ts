import { product } from "#contract/brand.ts"
import { type Letter, letterButton, letterPage, letterText, nameForMail } from "#server/mail/email-template.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import type { ReceivedLetter } from "./facts.ts"

/** What a template says; everything is plain text. */
interface Words {
  subject: string
  paragraphs: readonly string[]
  /** Path of the page to go on with. */
  button?: { label: string; path: string }
  /** Said smaller, at the end. */
  small?: readonly string[]
}

/** Puts words on the product's paper, as text and as HTML. */
export function composeLetter({ name, publicUrl }: ReceivedLetter, words: Words): Letter {
  const first = nameForMail(name).split(/\s+/)[0]
  const greeting = first ? `Hello ${first},` : "Hello,"
  const paragraphs = words.paragraphs.filter((text) => text !== "")
  const link = words.button ? `${publicUrl}${words.button.path}` : ""
  const small = words.small ?? []
  return {
    subject: words.subject,
    text: [
      greeting,
      ...paragraphs,
      ...(words.button ? [`${words.button.label}:\n${link}`] : []),
      ...(small.length > 0 ? [small.join("\n")] : []),
      `The academy of ${product.name}`,
    ].join("\n\n"),
    html: letterPage(
      words.subject,
      [
        letterText(escapeHtml(greeting)),
        ...paragraphs.map((text) => letterText(escapeHtml(text).replaceAll("\n", "<br>"))),
        ...(words.button
          ? [letterText(letterButton(link, words.button.label)), letterText(escapeHtml(link), true)]
          : []),
        ...small.map((text) => letterText(escapeHtml(text), true)),
      ].join("\n"),
    ),
  }
}
