import { product } from "#contract/brand.ts"
import type { EmailContent } from "#server/mail/email-template.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"

/** A mail that stayed on this machine. */
export interface CapturedMail {
  to: string
  subject: string
  text: string
  html: string
}

/** Web addresses of a mail's text become links that open here. */
function withLinks(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)
}

function article(mail: CapturedMail): string {
  return `<article><h2>${escapeHtml(mail.subject)}</h2><p class="to">To ${escapeHtml(mail.to)}</p><pre>${withLinks(mail.text)}</pre></article>`
}

/** The page of captured mails, newest first. It loads nothing but the product's own style sheet. */
export function mailPage(mails: readonly CapturedMail[]): string {
  const list = mails.length > 0 ? mails.map(article).join("\n") : "<p>No mail has been sent yet.</p>"
  return devPage(
    "Captured mail",
    `<p>This machine has no mail account, so mails stay here. Set MAIL_URL to an SMTP address to send them.
<a href="/dev/mail/letters">Every letter there is</a></p>
${list}`,
  )
}

/** Every letter there is with a sample of its text; the HTML of each has an address of its own. */
export function emailListPage(letters: Readonly<Record<string, EmailContent>>): string {
  const list = Object.entries(letters).map(
    ([name, { subject, text }]) =>
      `<article><h2>${escapeHtml(subject)}</h2><p class="to"><a href="/dev/mail/letters/${encodeURIComponent(name)}">${escapeHtml(name)} as HTML</a></p><pre>${withLinks(text)}</pre></article>`,
  )
  return devPage(
    "Letters",
    `<p>Written for somebody who does not exist. <a href="/dev/mail">Captured mail</a></p>\n${list.join("\n")}`,
  )
}

function devPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${product.name}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/dev.css"></head>
<body><main><h1>${title}</h1>
${body}
</main></body></html>`
}
