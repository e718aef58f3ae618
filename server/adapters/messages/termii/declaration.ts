import type { MessengerDeclaration } from "#server/adapters/messages/declaration.ts"
import { createProviderFetch } from "#server/platform/providers/provider-fetch.ts"
import { termiiQuestions } from "./live-questions.ts"
import { readTermii, termiiSettings } from "./settings.ts"
import { createTermiiMessenger } from "./termii.ts"

export const termii: MessengerDeclaration = {
  kind: "termii",
  about: "",
  settings: termiiSettings,
  needs: ["TERMII_API_KEY", "TERMII_SENDER"],
  read(reader) {
    const settings = readTermii(reader)
    return {
      kind: "termii",
      open: ({ metrics, log }) =>
        createTermiiMessenger(
          settings,
          createProviderFetch({ provider: "termii", metrics, log, secrets: [settings.apiKey] }),
        ),
      liveQuestions: termiiQuestions(settings),
    }
  },
}
