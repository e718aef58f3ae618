import { product } from "#contract/brand.ts"
import { type EmailContent, emailButton, emailPage, emailText, nameForMail } from "#server/mail/email-template.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import type { ReceivedEmail } from "./facts.ts"

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
export function composeEmail({ name, publicUrl }: ReceivedEmail, words: Words): EmailContent {
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
    html: emailPage(
      words.subject,
      [
        emailText(escapeHtml(greeting)),
        ...paragraphs.map((text) => emailText(escapeHtml(text).replaceAll("\n", "<br>"))),
        ...(words.button ? [emailText(emailButton(link, words.button.label)), emailText(escapeHtml(link), true)] : []),
        ...small.map((text) => emailText(escapeHtml(text), true)),
      ].join("\n"),
    ),
  }
}
