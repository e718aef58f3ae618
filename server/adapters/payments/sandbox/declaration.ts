import type { PaymentProviderDeclaration } from "#server/adapters/payments/declaration.ts"
import { sandbox as shared } from "#server/adapters/payments/port.ts"
import { isOnThisMachine } from "#server/platform/http/origins.ts"
import { createSandbox } from "./sandbox.ts"

/** Orders of a developer's own machine can be paid there for good, also once PAYMENTS names another provider. */
export const sandbox: PaymentProviderDeclaration = {
  kind: shared.kind,
  about: " (plays a provider, no money moves)",
  settings: [],
  read({ problems, publicUrl, isProduction }, isForNewOrders) {
    const isHere = isOnThisMachine(publicUrl)
    if (isForNewOrders && !isHere) {
      problems.push("PAYMENTS is sandbox, which is only for a PUBLIC_URL on this machine: nobody pays there.")
    }
    if (!isHere || (isProduction && !isForNewOrders)) return null
    return { kind: shared.kind, open: createSandbox }
  },
}
