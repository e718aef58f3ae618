import { listDocuments } from "#contract/hosted/documents.ts"
import type { Session, User } from "#contract/identity/account.ts"
import { getAccount } from "#contract/identity/account.ts"
import type { ProfileDocument } from "#contract/identity/profiles.ts"
import { collections } from "#web/lib/calls/backend.ts"
import { restoreStoredSession } from "#web/lib/session/stored-session.ts"
import type { FakeApi } from "./fake-api.ts"

const date = "2026-01-05T10:00:00.000+00:00"

/** Header with which the server tells that a session began (docs/hosted-backend.md#sessions). */
export const fallbackHeader = { "x-fallback-cookies": '{"a_session_aworan":"signed-in"}' }

export function buildAccount(change: Partial<User> = {}): User {
  return {
    $id: "ada",
    $createdAt: date,
    $updatedAt: date,
    name: "Ada Obi Lovelace",
    registration: date,
    status: true,
    labels: [],
    passwordUpdate: date,
    email: "ada@example.com",
    phone: "",
    emailVerification: true,
    phoneVerification: false,
    mfa: false,
    prefs: {},
    targets: [],
    accessedAt: date,
    ...change,
  }
}

export function buildProfile(change: Partial<ProfileDocument> = {}) {
  return {
    $id: "profile-of-ada",
    $sequence: "1",
    $createdAt: date,
    $updatedAt: date,
    $permissions: [],
    $databaseId: "main",
    $collectionId: collections.profiles,
    accountId: "ada",
    email: "ada@example.com",
    name: "Ada Obi Lovelace",
    imageUrl: "",
    cohort: "2",
    country: "Nigeria",
    state: "Lagos",
    phoneNumber: "0801 234 5678",
    stage: "prospect",
    isActivated: false,
    program: null,
    programId: null,
    ...change,
  }
}

export function buildSession(change: Partial<Session> = {}): Session {
  return {
    $id: "session",
    $createdAt: date,
    $updatedAt: date,
    userId: "ada",
    expire: date,
    provider: "email",
    providerUid: "ada@example.com",
    providerAccessToken: "",
    providerAccessTokenExpiry: "",
    providerRefreshToken: "",
    ip: "203.0.113.7",
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
    countryCode: "ng",
    countryName: "Nigeria",
    current: true,
    factors: ["password"],
    secret: "",
    mfaUpdatedAt: "",
    ...change,
  }
}

/** Reply to calls that send or use up a link in a mail. */
export const sentToken = {
  $id: "token",
  $createdAt: date,
  userId: "ada",
  secret: "",
  expire: date,
  phrase: "",
} as const

interface Person {
  account?: Partial<User>
  profile?: Partial<ProfileDocument>
}

/** Answers the two reads of the current user. */
export function answerCurrentUser(api: FakeApi, { account, profile }: Person = {}): void {
  api.answer(getAccount, buildAccount(account))
  const documents = [buildProfile(profile)]
  api.answer(listDocuments, { total: 1, documents }, { params: { collectionId: collections.profiles } })
}

/** A person who is signed in when the page opens. */
export function signedIn(api: FakeApi, person: Person = {}): void {
  restoreStoredSession()
  answerCurrentUser(api, person)
}
