import type { Opening, ProviderDeclaration } from "#server/adapters/provider.ts"
import type { Messenger } from "./port.ts"

export type MessengerSetUp = Opening<Messenger>

/** What the folder of a way to send text messages says of itself; all-providers.ts lists them. */
export type MessengerDeclaration = ProviderDeclaration<MessengerSetUp>
