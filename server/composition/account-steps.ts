import type { AccountSteps } from "#server/declarations/services.ts"
import { portalSteps } from "#server/features/academy/admissions/account-steps.ts"
import { creditSteps } from "#server/features/money/credits/account-steps.ts"

/** Every feature that does something when an account is made, confirmed or recovered. */
export const accountSteps: readonly AccountSteps[] = [creditSteps, portalSteps]
