import type { Session, User } from "#contract/account.ts"
import { wireDate } from "#contract/primitives.ts"
import type { Account, SessionRow } from "./queries.ts"

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

function countryName(code: string): string {
  if (!/^[a-z]{2}$/.test(code)) return "Unknown"
  return countryNames.of(code.toUpperCase()) ?? "Unknown"
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
    osCode: "",
    osName: "",
    osVersion: "",
    clientType: "",
    clientCode: "",
    clientName: "",
    clientVersion: "",
    clientEngine: "",
    clientEngineVersion: "",
    deviceName: "",
    deviceBrand: "",
    deviceModel: "",
    countryCode: session.countryCode,
    countryName: countryName(session.countryCode),
    current: session.id === currentId,
    factors: ["password"],
    secret: "",
    mfaUpdatedAt: "",
  }
}
