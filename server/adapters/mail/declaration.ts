import type { Opening, ProviderDeclaration } from "#server/adapters/provider.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"
import type { Mailer } from "./port.ts"

export type MailSetUp = Opening<Mailer | Promise<Mailer>>

/** What MAIL_URL and MAIL_FROM say. */
export interface MailAddress {
  /** Name of the setting that carries the address. */
  setting: string
  url: string
  from: string | null
}

/** What the folder of a way to send mail says of itself; all-providers.ts lists them. */
export interface MailDeclaration extends Pick<ProviderDeclaration, "kind" | "settings"> {
  /** What MAIL_URL says of it, as an address or a word. */
  about: string
  /** Schemes of the addresses that name it, such as `smtp`; none where its kind names it. */
  schemes: readonly string[]
  settings: readonly Setting[]
  read(reader: SettingsReader, address: MailAddress): MailSetUp
}
