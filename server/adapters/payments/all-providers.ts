import type { PaymentProviderDeclaration } from "./declaration.ts"
import { flutterwave } from "./flutterwave/declaration.ts"
import { sandbox } from "./sandbox/declaration.ts"

/** Everybody who can take payments, in the order in which the settings are listed. */
export const paymentProviders: readonly PaymentProviderDeclaration[] = [flutterwave, sandbox]
