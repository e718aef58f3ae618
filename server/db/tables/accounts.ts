import type { Generated, JSONColumnType } from "kysely"

export interface AccountTables {
  accounts: AccountsTable
  sessions: SessionsTable
  accountTokens: AccountTokensTable
  profiles: ProfilesTable
  operators: OperatorsTable
  operatorInvites: OperatorInvitesTable
}

interface AccountsTable {
  id: string
  /** Lower case; null for anonymous accounts. */
  email: string | null
  name: string
  passwordHash: string | null
  passwordUpdatedAt: Date | null
  phone: string | null
  isEmailVerified: Generated<boolean>
  isPhoneVerified: Generated<boolean>
  isBlocked: Generated<boolean>
  prefs: JSONColumnType<Record<string, unknown>, string | undefined, string>
  /** Moves at most once in 24 hours (contract §2.1). */
  accessedAt: Generated<Date>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

interface SessionsTable {
  id: string
  accountId: string
  /** SHA-256 of the secret; the secret itself is only in the cookie. */
  secretHash: Buffer
  provider: string
  providerUid: string
  ip: string
  userAgent: string
  /** Two lower-case letters, or `--`. */
  countryCode: string
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  expiresAt: Date
}

export type AccountTokenKind = "verification" | "recovery"

interface AccountTokensTable {
  id: string
  accountId: string
  kind: AccountTokenKind
  secretHash: Buffer
  createdAt: Generated<Date>
  expiresAt: Date
}

interface ProfilesTable {
  id: string
  accountId: string
  email: string
  name: string
  imageUrl: string
  cohort: string
  country: string | null
  state: string | null
  phoneNumber: string | null
  stage: string
  isActivated: Generated<boolean>
  program: string | null
  programId: string | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

interface OperatorsTable {
  accountId: string
  role: "owner" | "finance" | "admissions" | "content" | "support"
  createdAt: Generated<Date>
}

interface OperatorInvitesTable {
  tokenHash: Buffer
  createdAt: Generated<Date>
  usedAt: Date | null
}
