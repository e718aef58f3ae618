import { product } from "#contract/brand.ts"
import { type EmailContent, emailButton, emailPage, emailText, nameForMail } from "#server/mail/email-template.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"

interface LetterFacts {
  name: string
  notices: readonly { title: string; text: string; path: string }[]
  publicUrl: string
  /** Where such mails end with one press. */
  unsubscribe: string
}

/** The mail about one notice, or about several of a day. */
export function writeNoticeLetter({ name, notices, publicUrl, unsubscribe }: LetterFacts): EmailContent {
  const [first] = notices
  const subject = notices.length === 1 && first ? first.title : `${product.name}: ${notices.length} things happened`
  const greeting = `Hello ${nameForMail(name).split(/\s+/)[0] || "there"},`
  const foot = `How you are told of what: ${publicUrl}/account#notices`
  const end = `No more mails like this: ${unsubscribe}`
  const lines = notices.map(({ title, text, path }) => `${title}\n${text}\n${publicUrl}${path}`)
  const html = notices.flatMap(({ title, text, path }) => [
    emailText(`<strong>${escapeHtml(title)}</strong><br>${escapeHtml(text)}`),
    emailText(
      notices.length === 1
        ? emailButton(publicUrl + path, "Have a look")
        : `<a href="${escapeHtml(publicUrl + path)}">Have a look</a>`,
    ),
  ])
  return {
    subject,
    text: [greeting, ...lines, foot, end, product.name].join("\n\n"),
    html: emailPage(
      subject,
      [
        emailText(escapeHtml(greeting)),
        ...html,
        emailText(
          `<a href="${escapeHtml(publicUrl)}/account#notices">How you are told of what</a> · <a href="${escapeHtml(unsubscribe)}">No more mails like this</a>`,
          true,
        ),
      ].join("\n"),
    ),
  }
}
