import type { Opening, ProviderDeclaration } from "#server/adapters/provider.ts"
import type { SettingsReader } from "#server/platform/settings/setting.ts"
import type { PaymentProvider } from "./port.ts"

export type PaymentSetUp = Opening<PaymentProvider>

/**
 * What the folder of a payment provider says of itself; all-providers.ts lists them. The settings with their lines in
 * `.env.example` and the docs, the content policy, the address of its notices and the live check follow from it.
 */
export interface PaymentProviderDeclaration extends Pick<ProviderDeclaration, "kind" | "about" | "settings"> {
  /**
   * @param isForNewOrders whether PAYMENTS names it, so that everything it needs must be set
   * @returns null when it is not set up
   */
  read(reader: SettingsReader, isForNewOrders: boolean): PaymentSetUp | null
}
