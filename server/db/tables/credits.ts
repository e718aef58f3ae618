import type { Generated } from "kysely"

export interface CreditTables {
  creditAccounts: CreditAccountsTable
  creditTransfers: CreditTransfersTable
}

/** Balances, kept by a trigger on the transfers; constraints refuse anything below zero. */
interface CreditAccountsTable {
  accountId: string
  available: number
  held: number
}

/** `outside` is the product itself: credits come from it by a grant and return to it when spent. */
export type Pocket = "outside" | "available" | "held"

/** One movement between two pockets of a person, so every movement adds up to zero. Rows are never changed or removed. */
interface CreditTransfersTable {
  id: Generated<string>
  accountId: string
  fromPocket: Pocket
  toPocket: Pocket
  amount: number
  /** Unique: the same reason never moves credits twice. */
  reason: string
  kind: string
  note: string
  createdAt: Generated<Date>
}
