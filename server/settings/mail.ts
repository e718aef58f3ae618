import { mailProviders } from "#server/adapters/mail/all-providers.ts"
import type { MailDeclaration, MailSetUp } from "#server/adapters/mail/declaration.ts"
import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

const [usual] = mailProviders
const ways = mailProviders.map(({ about }) => about).join(" or ")

export const mailSettings: readonly Setting[] = [
  {
    name: "MAIL_URL",
    what: `${ways}; needed with a public https PUBLIC_URL.`,
    default: usual.kind,
    isSecret: true,
  },
  {
    name: "MAIL",
    what: "The same under its older name; a path, as login shells set it, is ignored.",
    default: "none",
    isSecret: true,
  },
  { name: "MAIL_FROM", what: "Sender of mails; needed with SMTP.", default: "none" },
  ...mailProviders.flatMap(({ settings }) => settings),
]

/** Reads how mail is sent; what is wrong or half set is added to the reader's problems. */
export function readMail(reader: SettingsReader): MailSetUp {
  const { text, problems, publicUrl } = reader
  const older = text("MAIL")
  // On Unix MAIL names the person's mailbox: login shells, su and cron set it.
  const isMailbox = older?.startsWith("/") ?? false
  const setting = text("MAIL_URL") === null && older !== null && !isMailbox ? "MAIL" : "MAIL_URL"
  const url = text(setting)
  if (url === null && publicUrl.startsWith("https:") && !isOnThisMachine(publicUrl)) {
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
  const provider = url === null ? usual : mailProviders.find((one) => isNamedBy(one, url))
  if (!provider) problems.push(`${setting} is ${hidden(url ?? "")}; it must be ${ways.replaceAll("`", "")}.`)
  return (provider ?? usual).read(reader, { setting, url: url ?? "", from })
}

function isNamedBy({ kind, schemes }: MailDeclaration, value: string): boolean {
  return schemes.length === 0
    ? value === kind
    : schemes.some((scheme) => value.length > scheme.length + 3 && value.startsWith(`${scheme}://`))
}

/** What may be shown of a setting that can carry a password. */
function hidden(mail: string): string {
  return mail.includes("@") ? "set" : `"${mail}"`
}

function isSender(from: string): boolean {
  const address = from.match(/^[^<>]*<([^<>]+)>$/)?.[1] ?? from
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)
}
