import type { ProviderDeclaration, ProviderSetUp } from "#server/adapters/provider.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** A setting that names one provider of a port. */
export interface ProviderChoice<SetUp extends ProviderSetUp> {
  setting: string
  /** @param kinds the providers, as a sentence names them */
  what: (kinds: string) => string
  /** In words. */
  default: string
  /** Who it is when the setting is absent. */
  usual: (reader: SettingsReader) => string
  /** The first stands in while the setting is wrong. */
  providers: readonly [ProviderDeclaration<SetUp>, ...ProviderDeclaration<SetUp>[]]
}

/** The setting, and those of all its providers behind it. */
export function choiceSettings<SetUp extends ProviderSetUp>(choice: ProviderChoice<SetUp>): Setting[] {
  const what = choice.what(nameKinds(choice.providers))
  return [
    { name: choice.setting, what, default: choice.default },
    ...choice.providers.flatMap(({ settings }) => settings),
  ]
}

/** @returns providers as a sentence names them, with what is said of each: "`a`, `b` (plays) or `c`" */
export function nameKinds(providers: readonly Pick<ProviderDeclaration, "kind" | "about">[]): string {
  const names = providers.map(({ kind, about }) => `\`${kind}\`${about}`)
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`
}

/** Reads who is chosen, and its settings; what is wrong or half set is added to the reader's problems. */
export function readChoice<SetUp extends ProviderSetUp>(choice: ProviderChoice<SetUp>, reader: SettingsReader): SetUp {
  const { setting, providers } = choice
  const { text, problems } = reader
  const kind = text(setting) ?? choice.usual(reader)
  const kinds = providers.map((provider) => provider.kind)
  if (!kinds.includes(kind)) problems.push(`${setting} is "${kind}"; it must be one of ${kinds.join(", ")}.`)
  for (const provider of providers) {
    const needs = provider.needs ?? []
    const given = needs.filter((name) => text(name) !== null)
    if (provider.kind === kind) {
      const missing = needs.filter((name) => text(name) === null)
      for (const name of missing) problems.push(`${setting} is ${kind}, so ${name} is needed too.`)
    } else if (given.length > 0) problems.push(`${given.join(", ")} is set, but ${setting} is not ${provider.kind}.`)
  }
  const chosen = providers.find((provider) => provider.kind === kind) ?? providers[0]
  return chosen.read(reader)
}
