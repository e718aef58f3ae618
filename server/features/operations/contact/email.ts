import { product } from "#contract/brand.ts"
import { emailPage, emailText } from "#server/mail/email-template.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"

interface Message {
  number: number
  subject: string
  email: string
  info: string
  createdAt: Date
}

/** The mail that brings a message from the contact page to an operator. The answer goes to the address inside it. */
export function writeContactEmail(message: Message): { subject: string; text: string; html: string } {
  // A line break in the subject would start a header of its own.
  const subject = `${product.name}: ${message.subject.replaceAll(/\s+/g, " ")}`
  const text = [
    `From: ${message.email}`,
    `About: ${message.subject}`,
    `Written: ${message.createdAt.toISOString()}`,
    `Number: ${message.number}`,
    "",
    message.info,
    "",
    `Answer to ${message.email}.`,
  ].join("\n")
  return {
    subject,
    text,
    html: emailPage(subject, emailText(escapeHtml(text).replaceAll("\n", "<br>"))),
  }
}
