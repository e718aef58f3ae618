import { admissionChanged } from "#contract/academy/admissions.ts"
import { orderPaymentChanged } from "#contract/money/orders.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { type Listener, on } from "#web/lib/calls/realtime.ts"

/** A step of the application or a payment shows at once. */
export const journeyEvents: readonly Listener[] = [
  on(admissionChanged, [queryKeys.journey]),
  on(orderPaymentChanged, [queryKeys.journey]),
]
