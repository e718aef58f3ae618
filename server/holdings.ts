import { accountHolding } from "#server/features/accounts/holding.ts"
import { messageHolding } from "#server/features/contact/holding.ts"
import { creditHolding } from "#server/features/credits/holding.ts"
import { documentHolding } from "#server/features/documents/holding.ts"
import { fileHolding } from "#server/features/files/holding.ts"
import { generationHolding } from "#server/features/generations/holding.ts"
import type { Holding } from "./holding.ts"

/** What every feature holds of a person. */
export const holdings: readonly Holding[] = [
  accountHolding,
  creditHolding,
  messageHolding,
  documentHolding,
  generationHolding,
  fileHolding,
]
