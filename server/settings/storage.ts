import { storageProviders } from "#server/adapters/storage/all-providers.ts"
import type { StorageSetUp } from "#server/adapters/storage/declaration.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"
import { choiceSettings, type ProviderChoice, readChoice } from "./provider-choice.ts"

const choice: ProviderChoice<StorageSetUp> = {
  setting: "STORAGE",
  what: (kinds) => `Where pictures and files are stored: ${kinds}.`,
  default: "disk",
  usual: () => "disk",
  providers: storageProviders,
}

export const storageSettings: readonly Setting[] = choiceSettings(choice)

/** Reads where pictures and files are stored. */
export const readStorage = (reader: SettingsReader): StorageSetUp => readChoice(choice, reader)
