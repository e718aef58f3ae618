import { imageHostProviders } from "#server/adapters/image-host/all-providers.ts"
import type { ImageHostSetUp } from "#server/adapters/image-host/declaration.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"
import { choiceSettings, type ProviderChoice, readChoice } from "./provider-choice.ts"

const choice: ProviderChoice<ImageHostSetUp> = {
  setting: "IMAGE_HOST",
  what: (kinds) => `Who takes photos from browsers: ${kinds}.`,
  default: "own",
  usual: () => "own",
  providers: imageHostProviders,
}

export const imageHostSettings: readonly Setting[] = choiceSettings(choice)

/** Reads who takes photos from browsers. */
export const readImageHost = (reader: SettingsReader): ImageHostSetUp => readChoice(choice, reader)
