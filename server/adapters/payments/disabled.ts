import type { PaymentProvider } from "./port.ts"

/** Nothing can be paid: no button works, and nothing is ever settled. */
export const disabledPayments: PaymentProvider = {
  kind: "disabled",
  checkoutFor: () => null,
  linkFor: async () => null,
  findById: async () => null,
  findByReference: async () => null,
  listPaid: async () => [],
  readNotice: () => null,
}
