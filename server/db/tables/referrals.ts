import type { Generated } from "kysely"

export interface ReferralTables {
  referralCodes: ReferralCodesTable
  referrals: ReferralsTable
}

/** The code in a person's invitation link. */
interface ReferralCodesTable {
  accountId: string
  code: string
  createdAt: Generated<Date>
}

/** Somebody who joined by an invitation. */
interface ReferralsTable {
  id: string
  inviterId: string
  /** Null once the account is gone: that one joined still counts for the limits. */
  invitedId: string | null
  /** Keyed hash of the network they joined from; null once it is too old to matter. */
  networkHash: Buffer | null
  /** What came of it: credits for both, for the invited one only, or for nobody. Null while it is open. */
  outcome: "both" | "invited" | "refused" | "expired" | null
  endedAt: Date | null
  createdAt: Generated<Date>
}
