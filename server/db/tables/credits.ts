import type { Generated } from "kysely"

export interface CreditTables {
  creditAccounts: CreditAccountsTable
  creditTransfers: CreditTransfersTable
  creditLots: CreditLotsTable
  creditLotEntries: CreditLotEntriesTable
  freeUpscales: FreeUpscalesTable
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

/** Credits that came in together: free ones are spent first, then the oldest paid. Kept by the trigger on transfers. */
interface CreditLotsTable {
  id: Generated<string>
  accountId: string
  isPaid: boolean
  /** The purpose they were given for: of paid ones the reference of the order. */
  source: string
  available: number
  held: number
  /** The money for it went back: what is left is taken, and what work gives back of it too. */
  isTakenBack: Generated<boolean>
  createdAt: Generated<Date>
}

/** Which lot a transfer moved and by how much, by pocket. Rows are never changed or removed. */
interface CreditLotEntriesTable {
  id: Generated<string>
  /** Null for credits from before there were lots. */
  transferId: string | null
  lotId: string
  available: number
  held: number
  /** Purpose of the transfer: a settlement finds here which lots its hold had taken. */
  purpose: string
}

/** How many enlargements of a day were free. */
interface FreeUpscalesTable {
  accountId: string
  day: string
  count: number
}
