import { readFileSync } from "node:fs"
import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

/** Which certificates of a mail server are good: of known authorities, any, or those that hang on these (PEM). */
export type MailTrust = "known" | "any" | { certificates: string }

export type MailConfig = { kind: "captured" } | { kind: "smtp"; url: string; from: string; trust?: MailTrust }

export const mailSettings: readonly Setting[] = [
  {
    name: "MAIL_URL",
    what: "`captured` (read at /dev/mail) or an `smtp://` or `smtps://` address; needed with a public https PUBLIC_URL.",
    default: "captured",
  },
  { name: "MAIL", what: "The same under its older name; a path, as login shells set it, is ignored.", default: "none" },
  {
    name: "MAIL_TRUST",
    what: "Certificates of the mail server: `known` authorities, `any`, or the path of a PEM file with yours.",
    default: "any on this machine, else known",
  },
  { name: "MAIL_FROM", what: "Sender of mails; needed with SMTP.", default: "none" },
]

/** Reads how mail is sent; what is wrong or half set is added to `problems`. */
export function readMail(text: ReadText, problems: string[], publicUrl: string): MailConfig {
  const older = text("MAIL")
  // On Unix MAIL names the person's mailbox: login shells, su and cron set it.
  const isMailbox = older?.startsWith("/") ?? false
  const name = text("MAIL_URL") === null && older !== null && !isMailbox ? "MAIL" : "MAIL_URL"
  const mail = text(name)
  if (mail === null && publicUrl.startsWith("https:") && !isOnThisMachine(publicUrl)) {
    problems.push(
      `MAIL_URL is needed with the public address ${publicUrl}: without mail nobody can confirm an address. ` +
        "Set it to an smtp:// address, or to captured if mails are to stay on this machine.",
    )
  }
  const from = text("MAIL_FROM")
  if (from !== null && !isSender(from)) {
    problems.push(
      `MAIL_FROM is "${from}"; it must be an address, or a name and an address: Aworan <hello@example.com>.`,
    )
  }
  if (mail === null || mail === "captured") return { kind: "captured" }
  if (!/^smtps?:\/\/./.test(mail)) {
    problems.push(`${name} is ${hidden(mail)}; it must be "captured" or an smtp:// or smtps:// address.`)
  } else if (!isReadable(mail)) {
    problems.push(
      `${name} cannot be read as an address. In a name or password write special letters as percent codes: ` +
        "# as %23, / as %2F, @ as %40, : as %3A, % as %25.",
    )
  } else if (from === null) problems.push(`${name} is an SMTP address, so MAIL_FROM is needed too.`)
  const trust = readTrust(text("MAIL_TRUST"), problems)
  return { kind: "smtp", url: mail, from: from ?? "", ...(trust ? { trust } : {}) }
}

function readTrust(given: string | null, problems: string[]): MailTrust | null {
  if (given === null || given === "known" || given === "any") return given
  try {
    const certificates = readFileSync(given, "utf8")
    if (certificates.includes("-----BEGIN CERTIFICATE-----")) return { certificates }
    problems.push(`MAIL_TRUST is the file "${given}", which holds no certificate in PEM.`)
  } catch {
    problems.push(`MAIL_TRUST is "${given}"; it must be "known", "any" or the path of a PEM file that can be read.`)
  }
  return null
}

/** What may be shown of a setting that can carry a password. */
function hidden(mail: string): string {
  return mail.includes("@") ? "set" : `"${mail}"`
}

function isReadable(mail: string): boolean {
  const url = URL.parse(mail)
  if (!url?.hostname || url.hash || url.search || (url.pathname !== "" && url.pathname !== "/")) return false
  try {
    decodeURIComponent(url.username)
    decodeURIComponent(url.password)
  } catch {
    return false
  }
  return true
}

function isSender(from: string): boolean {
  const address = from.match(/^[^<>]*<([^<>]+)>$/)?.[1] ?? from
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)
}
