import type { AccountSteps } from "#server/declarations/services.ts"
import { grant, openCredits } from "./service.ts"

/** Every account has pockets, and an address that is confirmed for the first time gets the welcome credits. */
export const creditSteps: AccountSteps = {
  opened: openCredits,

  async welcomed({ config }, tx, accountId) {
    await grant(tx, {
      accountId,
      amount: config.welcomeCredits,
      purpose: `welcome:${accountId}`,
      note: "Welcome credits",
    })
  },
}
