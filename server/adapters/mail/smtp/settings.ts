import { readFileSync } from "node:fs"
import type { MailAddress } from "#server/adapters/mail/declaration.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** Which certificates of a mail server are good: of known authorities, any, or those that hang on these (PEM). */
export type MailTrust = "known" | "any" | { certificates: string }

/** What is needed to send by SMTP. */
export interface SmtpSettings {
  url: string
  from: string
  trust?: MailTrust
}

export const smtpSettings: readonly Setting[] = [
  {
    name: "MAIL_TRUST",
    what: "Certificates of the mail server: `known` authorities, `any`, or the path of a PEM file with yours.",
    default: "any on this machine, else known",
  },
]

/** What is wrong or missing is added to the reader's problems. */
export function readSmtp({ text, problems }: SettingsReader, { setting, url, from }: MailAddress): SmtpSettings {
  if (!isReadable(url)) {
    problems.push(
      `${setting} cannot be read as an address. In a name or password write special letters as percent codes: ` +
        "# as %23, / as %2F, @ as %40, : as %3A, % as %25.",
    )
  } else if (from === null) problems.push(`${setting} is an SMTP address, so MAIL_FROM is needed too.`)
  const trust = readTrust(text("MAIL_TRUST"), problems)
  return { url, from: from ?? "", ...(trust ? { trust } : {}) }
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

function isReadable(address: string): boolean {
  const url = URL.parse(address)
  if (!url?.hostname || url.hash || url.search || (url.pathname !== "" && url.pathname !== "/")) return false
  try {
    decodeURIComponent(url.username)
    decodeURIComponent(url.password)
  } catch {
    return false
  }
  return true
}
