import type { Generated, JSONColumnType } from "kysely"

export interface AccountTables {
  accounts: AccountsTable
  sessions: SessionsTable
  accountTokens: AccountTokensTable
  accountLogs: AccountLogsTable
  identities: IdentitiesTable
  oauthSignIns: OauthSignInsTable
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

/** What a one-time token is for. `phone`, `phone-verification` and `email` are six digits, the others long secrets. */
export type AccountTokenKind =
  | "verification"
  | "recovery"
  | "magic-url"
  | "email"
  | "phone"
  | "phone-verification"
  | "oauth2"

interface AccountTokensTable {
  id: string
  accountId: string
  kind: AccountTokenKind
  secretHash: Buffer
  /** Wrong guesses so far; after a few the token is gone. */
  failures: Generated<number>
  /** Where the person signed in, for `oauth2`. */
  provider: string | null
  providerUid: string | null
  createdAt: Generated<Date>
  expiresAt: Date
}

/** What happened to an account and from where, for its owner to read (contract §2.4). */
interface AccountLogsTable {
  id: Generated<string>
  accountId: string
  event: string
  ip: string
  userAgent: string
  countryCode: string
  createdAt: Generated<Date>
}

/** Accounts at sign-in providers that belong to one of ours. */
interface IdentitiesTable {
  id: string
  accountId: string
  provider: string
  providerUid: string
  providerEmail: string
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

/** Sign-ins that are under way at a provider: removed by the answer, or when they are too old. */
interface OauthSignInsTable {
  stateHash: Buffer
  provider: string
  /** What the page at the end gets: a session's cookies, or a token that makes a session. */
  result: "session" | "token"
  successUrl: string
  failureUrl: string
  /** Who was signed in at the start, and by which session: the identity becomes theirs. */
  accountId: string | null
  sessionId: string | null
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
