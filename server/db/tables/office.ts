import type { Generated } from "kysely"

export interface OfficeTables {
  contracts: ContractsTable
  bonuses: BonusesTable
  codes: CodesTable
}

/** A done-for-you engagement (decision 26). */
interface ContractsTable {
  id: string
  /** The client's account, if there is one; the contract outlives it. */
  accountId: string | null
  client: string
  title: string
  /** Slug of the system that is built, as case studies name it. */
  service: string
  status: "draft" | "sent" | "signed" | "delivered" | "cancelled"
  /** Kobo or cents. */
  amountMinor: string
  currency: "NGN" | "USD"
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

/** Credits given with a reason (decision 26); the ledger holds the same grant. */
interface BonusesTable {
  id: string
  accountId: string
  credits: number
  reason: string
  /** The operator; null when the server gave them or the operator is gone. */
  grantedBy: string | null
  codeId: string | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

/** A voucher, a promotion or the reference of a paid order (decisions 25, 26 and 51). */
interface CodesTable {
  id: string
  code: string
  kind: "voucher" | "promotion" | "payment_reference"
  /** Of a voucher. */
  credits: number | null
  /** Of a promotion. */
  percent: number | null
  /** Whom alone it is for. */
  accountId: string | null
  usedBy: string | null
  usedAt: Date | null
  expiresAt: Date | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}
