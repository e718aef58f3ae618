import type { ColumnType, Generated, JSONColumnType, Selectable } from "kysely"
import type { OperatorRole } from "#contract/identity/operators.ts"
import type { ProfileRecord } from "#contract/identity/profiles.ts"

export interface AccountTables {
  accounts: AccountsTable
  sessions: SessionsTable
  accountTokens: AccountTokensTable
  accountLogs: AccountLogsTable
  identities: IdentitiesTable
  oauthSignIns: OauthSignInsTable
  profiles: ProfilesTable
  welcomedAddresses: WelcomedAddressesTable
  operators: OperatorsTable
  operatorInvites: OperatorInvitesTable
  operatorCohorts: OperatorCohortsTable
  secondFactors: SecondFactorsTable
  recoveryCodes: RecoveryCodesTable
  passkeys: PasskeysTable
  passkeyChallenges: PasskeyChallengesTable
  termsAcceptances: TermsAcceptancesTable
  arrivedAccounts: ArrivedAccountsTable
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
  /** `new`: pictures wait before the showcase; `blocked`: nothing is published any more. */
  publishing: Generated<"new" | "trusted" | "blocked">
  /** Since when signing in takes a code as well; null without a second factor. */
  secondFactorAt: Date | null
  prefs: JSONColumnType<Record<string, unknown>, string | undefined, string>
  /** Moves at most once in 24 hours. */
  accessedAt: Generated<Date>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

/** Accounts that came from another server. */
interface ArrivedAccountsTable {
  /** SHA-256 of the server's project and the account's id there. */
  originHash: Buffer
  /** Null when the account was deleted since. */
  accountId: string | null
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
  /** When the second factor was given last; null for none. */
  factorAt: Date | null
  /** When somebody last proved in this session who they are. */
  provedAt: Generated<Date>
}

/** Columns of an account that its owner may see. */
export const accountColumns = [
  "id",
  "email",
  "name",
  "passwordUpdatedAt",
  "phone",
  "isEmailVerified",
  "isPhoneVerified",
  "isBlocked",
  "secondFactorAt",
  "prefs",
  "accessedAt",
  "createdAt",
  "updatedAt",
] as const

/** An account without its password hash. */
export type Account = Pick<Selectable<AccountsTable>, (typeof accountColumns)[number]>

/** What a one-time token is for. `phone`, `phone-verification`, `shop-number` and `email` are six digits, the others long secrets. */
export type AccountTokenKind =
  | "verification"
  | "recovery"
  | "magic-url"
  | "email"
  | "phone"
  | "phone-verification"
  | "shop-number"
  | "oauth2"

interface AccountTokensTable {
  id: string
  /** Null where the secret proves an address, and whose that is shows when it is used. */
  accountId: string | null
  /** Address or number that the secret proves; null where it belongs to an account. */
  address: string | null
  /** Id under which the secret is used. */
  claimId: string
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

/** What happened to an account and from where, for its owner to read. */
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

interface ProfilesTable extends Omit<ProfileRecord, "isActivated"> {
  id: string
  isActivated: Generated<boolean>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

/** Addresses that had their welcome credits, as keyed hashes. They stay when an account is deleted. */
interface WelcomedAddressesTable {
  addressHash: Buffer
  createdAt: Generated<Date>
}

interface OperatorsTable {
  accountId: string
  role: OperatorRole
  createdAt: Generated<Date>
}

/** A cohort that a teacher was given; gone with the role. */
interface OperatorCohortsTable {
  accountId: string
  cohortId: string
}

interface OperatorInvitesTable {
  tokenHash: Buffer
  createdAt: Generated<Date>
  usedAt: Date | null
  /** Null for links of the machine itself, of a start and the command line, which end some days after `createdAt`. */
  expiresAt: Date | null
  /** The owner who made it; null for links of the machine itself, and for what was made before this was written down. */
  createdBy: string | null
  role: Generated<OperatorRole>
  /** Names it where it is listed; never a part of its link. */
  id: Generated<string>
  /** Where it was mailed to; null for a link that its maker gives to the person. */
  email: ColumnType<string | null, string | null | undefined, string | null>
  /** What a teacher who joins by it is given. */
  cohortIds: Generated<string[]>
}

/** What an account's authenticator app shares with us, and how often it was guessed at. */
interface SecondFactorsTable {
  accountId: string
  /** Sealed; null while none was confirmed. */
  secret: Buffer | null
  /** Sealed; shown to the person, and not confirmed by a code yet. */
  offeredSecret: Buffer | null
  /** Time step of the last code that counted: it and older ones count no more. */
  lastStep: Generated<string>
  /** Wrong codes since `failuresSince`. */
  failures: Generated<number>
  failuresSince: Generated<Date>
}

/** Codes that count once in place of the app's, as keyed hashes; used ones are gone. */
interface RecoveryCodesTable {
  accountId: string
  codeHash: Buffer
}

/** Ways in that a person's devices keep the keys of. */
interface PasskeysTable {
  id: string
  accountId: string
  credentialId: Buffer
  /** As DER (SubjectPublicKeyInfo). */
  publicKey: Buffer
  /** Host name it was made for; it works nowhere else. */
  rpId: string
  name: string
  transports: Generated<string[]>
  /** Uses that its device counted; 0 for devices that count none. */
  signCount: Generated<string>
  /** When its counter went back: a copy of it is about, and it counts no more. */
  copiedAt: Date | null
  lastUsedAt: Date | null
  createdAt: Generated<Date>
}

/** What a passkey is asked to sign: removed by the answer, or when it is too old. */
interface PasskeyChallengesTable {
  challengeHash: Buffer
  purpose: "add" | "prove" | "sign-in"
  /** Of the session or the browser that asked. */
  holderHash: Buffer
  expiresAt: Date
}

/** Which versions of the terms a person agreed to. */
interface TermsAcceptancesTable {
  accountId: string
  /** The day of the text, as YYYY-MM-DD. */
  version: string
  acceptedAt: Generated<Date>
}
