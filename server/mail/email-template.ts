import { product } from "#contract/brand.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"

export type EmailKind = "verification" | "recovery" | "magic-url"

/** A letter with a link, or with a code to type. */
type Kind = EmailKind | "email"

/** A mail without its receiver. */
export interface EmailContent {
  subject: string
  text: string
  html: string
}

interface EmailFacts {
  name: string
  minutes: number
  /** Two words that the page showed which asked for the mail; null when it asked for none. */
  phrase?: string | null
}

const words: Record<Kind, { subject: string; lead: string; button: string; otherwise: string }> = {
  verification: {
    subject: `Confirm your e-mail address for ${product.name}`,
    lead: "one press confirms your address. The first time, it adds your free credits.",
    button: "Confirm my address",
    otherwise:
      "If you did not make this account, do not press: somebody else chose its password. You can leave this mail alone.",
  },
  recovery: {
    subject: `Reset your ${product.name} password`,
    lead: "you asked for a new password. Choose it on the next page.",
    button: "Choose a new password",
    otherwise: "If you did not ask for it, you can leave this mail alone; your password stays as it is.",
  },
  "magic-url": {
    subject: `Sign in to ${product.name}`,
    lead: "you asked to sign in without a password. One press and you are in. If you are new here, that makes your account, and you accept the terms of use.",
    button: "Sign in",
    otherwise: "If you did not ask for it, you can leave this mail alone; nobody gets in without the link.",
  },
  email: {
    subject: `Your ${product.name} code`,
    lead: "you asked to sign in with a code. Type it where you asked. If you are new here, that makes your account, and you accept the terms of use.",
    button: "Your code",
    otherwise: "If you did not ask for it, you can leave this mail alone. Tell the code to nobody.",
  },
}

/** Writes a mail with a link, as text and as HTML; the HTML needs no picture from anywhere. */
export function writeEmail(kind: EmailKind, facts: EmailFacts & { link: string }): EmailContent {
  const button = emailButton(facts.link, words[kind].button)
  return write(kind, facts, { lifetime: "The link works", line: facts.link, html: button, foot: facts.link })
}

/** The same with a code to type. */
export function writeCodeEmail(facts: EmailFacts & { code: string }): EmailContent {
  const code = `<strong style="font-size:32px;letter-spacing:0.2em">${escapeHtml(facts.code)}</strong>`
  return write("email", facts, { lifetime: "The code works", line: facts.code, html: code, foot: "" })
}

/** Marks that stand between the parts of an address, once letters of other shapes are written plainly (NFKC). */
const addressMark = /[/\\@<>:]|[.\u3002\u06d4\u0701\u0702\u0589](?=\S)|www\./iu

/** Digits as a telephone number has them: mail programs call what looks like one. */
const telephone = /\p{N}(?:[^\p{L}\p{N}]*\p{N}){3}/u

/** Letters that stand for names, written without the blanks that keep them from looking like an address. */
const closeInitials = /(?<![\p{L}\p{N}\p{M}])(\p{L})\.(?=\p{L})/gu

/**
 * A text of a person's as it may stand in a mail or on a paper of ours: whoever typed it need not be who reads it, so it must not carry
 * anything a mail program could make a link of, nor letters that change how the text reads. Initials are written apart.
 * @returns "" for one that might
 */
export function nameForMail(name: string): string {
  const plain = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .replaceAll(closeInitials, "$1. ")
  const read = plain.normalize("NFKC").replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, "")
  return addressMark.test(read) || telephone.test(read) ? "" : plain
}

function write(
  kind: Kind,
  { name, minutes, phrase }: EmailFacts,
  secret: { lifetime: string; line: string; html: string; foot: string },
): EmailContent {
  const { subject, lead, button, otherwise } = words[kind]
  const first = nameForMail(name).split(/\s+/)[0]
  const greeting = first ? `Hello ${first},` : "Hello,"
  const lifetime = `${secret.lifetime} once, for ${minutes} minutes.`
  const proof = phrase ? [`The page where you asked shows the same two words: ${phrase}.`] : []
  const small = [lifetime, ...proof, otherwise]
  return {
    subject,
    text: [greeting, "", lead, "", `${button}:`, secret.line, "", ...small, "", product.name].join("\n"),
    html: emailPage(
      subject,
      [
        emailText(escapeHtml(greeting)),
        emailText(escapeHtml(lead)),
        emailText(secret.html),
        emailText(escapeHtml(small.join(" ")), true),
        emailText(escapeHtml(secret.foot), true),
      ].join("\n"),
    ),
  }
}

/** Colours of the brand as plain hex: mail programs do not know OKLCH. */
const colour = {
  indigo: "#33327f",
  chalk: "#fbf9f4",
  cotton: "#f4f0e7",
  ink: "#1d1b3a",
  soft: "#5c5a74",
  ochre: "#d9a24a",
}

/** The same roles at night, for mail programs that ask the device; the rest see the light ones, on which all can be read. */
const night = `@media (prefers-color-scheme: dark) {
.ground { background: #0f1022 !important }
.card { background: #181930 !important; color: #f1ede4 !important }
.soft { color: #aeaec4 !important }
.press { background: #8f8ff0 !important; color: #0f1022 !important }
}`

/** The mark without a picture: a ring with a warm pupil, and the stem beside it. */
const mark = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td><div style="width:14px;height:14px;border:4px solid ${colour.chalk};border-radius:50%"><div style="width:8px;height:8px;margin:3px;border-radius:50%;background:${colour.ochre}"></div></div></td>
<td><div style="width:4px;height:22px;margin-left:-2px;border-radius:2px;background:${colour.chalk}"></div></td>
<td style="padding-left:10px;color:${colour.chalk};font-size:22px;line-height:22px;font-weight:700;letter-spacing:-0.02em">${escapeHtml(product.name)}</td>
</tr></table>`

/** A link that looks like a button. */
export function emailButton(link: string, label: string): string {
  return `<a class="press" href="${escapeHtml(link)}" style="display:inline-block;background:${colour.indigo};color:${colour.chalk};text-decoration:none;padding:14px 24px;border-radius:10px;font-weight:600">${escapeHtml(label)}</a>`
}

/** One paragraph of a letter. @param html already escaped */
export function emailText(html: string, isSmall = false): string {
  return isSmall
    ? `<p class="soft" style="margin:0 0 8px;font-size:14px;color:${colour.soft};word-break:break-word">${html}</p>`
    : `<p style="margin:0 0 20px">${html}</p>`
}

/** The sheet of paper every letter is written on: the mark on cloth, a seam of resist dots, then the text. */
export function emailPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${night}</style></head>
<body class="ground" style="margin:0;background:${colour.cotton};font-family:'Helvetica Neue',Arial,sans-serif;color:${colour.ink}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;border-radius:14px;overflow:hidden">
<tr><td style="background:${colour.indigo};padding:24px 32px 18px">${mark}</td></tr>
<tr><td style="background:${colour.indigo};height:0;line-height:0;font-size:0;border-bottom:5px dotted ${colour.ochre};padding-bottom:2px">&nbsp;</td></tr>
<tr><td class="card" style="background:${colour.chalk};color:${colour.ink};padding:32px;font-size:16px;line-height:1.6">
${body}
</td></tr></table></td></tr></table></body></html>`
}
