import type { PaymentProviderDeclaration } from "#server/adapters/payments/declaration.ts"
import { createProviderFetch } from "#server/platform/providers/provider-fetch.ts"
import { createFlutterwave } from "./flutterwave.ts"
import { flutterwaveQuestions } from "./live-questions.ts"
import { flutterwaveSettings, readFlutterwave } from "./settings.ts"

const kind = "flutterwave"

/** Where its window is shown, and whom it asks. */
const windowHosts = ["https://*.flutterwave.com", "https://*.f4b-flutterwave.com"]

export const flutterwave: PaymentProviderDeclaration = {
  kind,
  about: "",
  settings: flutterwaveSettings,
  read(reader, isForNewOrders) {
    const settings = readFlutterwave(reader, isForNewOrders)
    if (settings === null) return null
    const secrets = [settings.secretKey, settings.webhookHash]
    return {
      kind,
      browserHosts: { script: ["https://checkout.flutterwave.com"], frame: windowHosts, connect: windowHosts },
      open: ({ publicUrl, metrics, log }) =>
        createFlutterwave({
          ...settings,
          publicUrl,
          fetch: createProviderFetch({ provider: kind, metrics, log, secrets }),
        }),
      liveQuestions: flutterwaveQuestions(settings),
    }
  },
}
