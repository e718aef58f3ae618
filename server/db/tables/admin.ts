import type { Generated } from "kysely"
import type { EngagementStatus } from "#contract/catalogue/engagement-steps.ts"
import type { TodayFigure } from "#contract/operations/today.ts"

export interface AdminTables {
  contracts: ContractsTable
  bonuses: BonusesTable
  codes: CodesTable
  codeUses: CodeUsesTable
  switches: SwitchesTable
  keptFigures: KeptFiguresTable
}

/** What operators switch while the product runs. */
export type FeatureFlagName = "pro_studio_promo"

interface SwitchesTable {
  name: FeatureFlagName
  isOn: boolean
  updatedAt: Generated<Date>
}

/** A done-for-you engagement (docs/product-rules.md#admin-records). */
interface ContractsTable {
  id: string
  /** The client's account, if there is one; the contract outlives it. */
  accountId: string | null
  client: string
  title: string
  /** Slug of the system that is built, as case studies name it. */
  service: string
  status: EngagementStatus
  /** Kobo or cents. */
  amountMinor: string
  currency: "NGN" | "USD"
  /** The client's address; "" when nobody gave one. */
  email: Generated<string>
  notes: Generated<string>
  /** The message it was made from. */
  messageId: string | null
  /** Grows with every change. */
  version: Generated<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

/** Credits given with a reason (docs/product-rules.md#admin-records); the ledger holds the same grant. */
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

/** A voucher, a promotion or the reference of a paid order (docs/product-rules.md#admin-records, docs/product-rules.md#payment-reference). */
interface CodesTable {
  id: string
  code: string
  kind: "voucher" | "promotion" | "payment_reference"
  /** Of a voucher. */
  credits: number | null
  /** Of a promotion: this or an amount. */
  percent: number | null
  /** Kobo or cents off, in one currency only. */
  amountMinor: Generated<string | null>
  currency: Generated<"NGN" | "USD" | null>
  /** How many people may use it; null for any number, and for a voucher one. */
  maxUses: Generated<number | null>
  startsAt: Generated<Date | null>
  /** What a batch of vouchers is called. */
  batch: Generated<string | null>
  /** An operator ended it. */
  isStopped: Generated<boolean>
  /** Whom alone it is for. */
  accountId: string | null
  usedBy: string | null
  usedAt: Date | null
  expiresAt: Date | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

/** One person's use of a code; each person once. */
interface CodeUsesTable {
  id: Generated<string>
  codeId: string
  accountId: string | null
  /** The order whose price it made; null for a voucher. */
  txRef: string | null
  /** Null while the order is not paid; it counts against the limit until the order expires. */
  usedAt: Date | null
  createdAt: Generated<Date>
}

/** What Today's plots need of time that is over, counted once (server/features/operations/today/figure-queries.ts). */
interface KeptFiguresTable {
  what: TodayFigure
  /** The line of the plot. */
  name: string
  /** Of a quarter of an hour, or of a day for waits. */
  startsAt: Date
  /** Null where there was nothing to measure. */
  value: number | null
}
