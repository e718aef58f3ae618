import type { Session, User } from "#contract/hosted/account.ts"
import { wireDate } from "#contract/primitives.ts"
import { describeDevice } from "./device.ts"
import type { Account } from "./queries.ts"
import type { SessionRow } from "./session-queries.ts"

/** The account as the hosted backend shows it; every field is always present (contract §2.1). */
export function toUser(account: Account): User {
  return {
    $id: account.id,
    $createdAt: wireDate(account.createdAt),
    $updatedAt: wireDate(account.updatedAt),
    name: account.name,
    registration: wireDate(account.createdAt),
    status: !account.isBlocked,
    labels: [],
    passwordUpdate: wireDate(account.passwordUpdatedAt),
    email: account.email ?? "",
    phone: account.phone ?? "",
    emailVerification: account.isEmailVerified,
    phoneVerification: account.isPhoneVerified,
    mfa: false,
    prefs: account.prefs,
    targets: [],
    accessedAt: wireDate(account.accessedAt),
  }
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region" })

export function countryName(code: string): string {
  if (!/^[a-z]{2}$/.test(code)) return "Unknown"
  return countryNames.of(code.toUpperCase()) ?? "Unknown"
}

/** What proved the person, by the way they signed in. */
const factors: Readonly<Record<string, string>> = {
  email: "password",
  anonymous: "anonymous",
  "magic-url": "email",
  phone: "phone",
  token: "email",
}

export function toSession(session: SessionRow, currentId: string | null): Session {
  return {
    $id: session.id,
    $createdAt: wireDate(session.createdAt),
    $updatedAt: wireDate(session.updatedAt),
    userId: session.accountId,
    expire: wireDate(session.expiresAt),
    provider: session.provider,
    providerUid: session.providerUid,
    providerAccessToken: "",
    providerAccessTokenExpiry: "",
    providerRefreshToken: "",
    ip: session.ip,
    ...describeDevice(session.userAgent),
    countryCode: session.countryCode,
    countryName: countryName(session.countryCode),
    current: session.id === currentId,
    factors: [factors[session.provider] ?? "oauth2"],
    secret: "",
    mfaUpdatedAt: "",
  }
}
