import { messageProviders } from "#server/adapters/messages/all-providers.ts"
import type { MessengerSetUp } from "#server/adapters/messages/declaration.ts"
import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"
import { choiceSettings, type ProviderChoice, readChoice } from "./provider-choice.ts"

const choice: ProviderChoice<MessengerSetUp> = {
  setting: "MESSAGES",
  what: (kinds) => `Text messages to phones: ${kinds}.`,
  default: "captured when PUBLIC_URL is this machine, else disabled",
  usual: ({ publicUrl }) => (isOnThisMachine(publicUrl) ? "captured" : "disabled"),
  providers: messageProviders,
}

export const textMessageSettings: readonly Setting[] = choiceSettings(choice)

/** Reads how text messages reach phones. */
export const readTextMessages = (reader: SettingsReader): MessengerSetUp => readChoice(choice, reader)
