import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { EmailAddress, NewRecordId, PhoneNumber, PlainText, RecordId, SerialisedDate } from "#contract/primitives.ts"

/** Letters a password may have (docs/hosted-backend.md#field-rules); taken exactly as sent. */
export const passwordLength = { min: 8, max: 256 } as const

export const Password = PlainText.min(passwordLength.min, "Password must be at least 8 characters").max(
  passwordLength.max,
  "Password must be at most 256 characters",
)

/** A NUL or half a surrogate pair, as JSON spells them: PostgreSQL keeps neither. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Account preferences: any JSON object up to 65,535 characters (docs/hosted-backend.md#field-rules). */
export const Preferences = z
  .record(z.string(), z.unknown())
  .refine((prefs) => JSON.stringify(prefs).length <= 65_535, "The preferences are too large")
  .refine((prefs) => !unstorable.test(JSON.stringify(prefs)), "Invalid text")

/**
 * Preferences that the browser app writes by itself, such as where somebody wanted to go. They are no act of the person, so
 * that their activity does not tell of them.
 */
export const appNotes: ReadonlySet<string> = new Set(["next", "hasDownloaded", "sidebar", "operatorViews"])

/** Account, as docs/hosted-backend.md#account-records spells it. */
export const User = z
  .object({
    $id: z.string(),
    $createdAt: SerialisedDate,
    $updatedAt: SerialisedDate,
    name: z.string(),
    registration: SerialisedDate,
    status: z.boolean(),
    labels: z.array(z.string()),
    passwordUpdate: SerialisedDate,
    email: z.string(),
    phone: z.string(),
    emailVerification: z.boolean(),
    phoneVerification: z.boolean(),
    mfa: z.boolean(),
    prefs: z.record(z.string(), z.unknown()),
    targets: z.array(z.unknown()),
    accessedAt: SerialisedDate,
  })
  .meta({ id: "User" })
export type User = z.infer<typeof User>

export const Session = z
  .object({
    $id: z.string(),
    $createdAt: SerialisedDate,
    $updatedAt: SerialisedDate,
    userId: z.string(),
    expire: SerialisedDate,
    provider: z.string(),
    providerUid: z.string(),
    providerAccessToken: z.string(),
    providerAccessTokenExpiry: z.string(),
    providerRefreshToken: z.string(),
    ip: z.string(),
    osCode: z.string(),
    osName: z.string(),
    osVersion: z.string(),
    clientType: z.string(),
    clientCode: z.string(),
    clientName: z.string(),
    clientVersion: z.string(),
    clientEngine: z.string(),
    clientEngineVersion: z.string(),
    deviceName: z.string(),
    deviceBrand: z.string(),
    deviceModel: z.string(),
    countryCode: z.string(),
    countryName: z.string(),
    current: z.boolean(),
    factors: z.array(z.string()),
    secret: z.string(),
    mfaUpdatedAt: SerialisedDate,
  })
  .meta({ id: "Session" })
export type Session = z.infer<typeof Session>

export const SessionList = z.object({ total: z.number(), sessions: z.array(Session) })

/** Reply to every call that sends or consumes a one-time token; only a server key is shown the secret (docs/hosted-backend.md#server-keys). */
export const Token = z
  .object({
    $id: z.string(),
    $createdAt: SerialisedDate,
    userId: z.string(),
    secret: z.string(),
    expire: SerialisedDate,
    phrase: z.string(),
  })
  .meta({ id: "Token" })
export type Token = z.infer<typeof Token>

export const Nothing = z.null()

export const createAccount = endpoint({
  method: "POST",
  path: "/v1/account",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Makes an account and its profile; does not sign in",
  body: z.object({
    userId: NewRecordId,
    email: EmailAddress,
    password: Password,
    name: PlainText.max(128).nullish(),
  }),
  reply: User,
  status: 201,
})

export const getAccount = endpoint({
  method: "GET",
  path: "/v1/account",
  access: "session",
  summary: "The signed-in account",
  reply: User,
})

export const updateAccountName = endpoint({
  method: "PATCH",
  path: "/v1/account/name",
  access: "session",
  summary: "Changes the name",
  body: z.object({ name: PlainText.trim().min(1).max(128) }),
  reply: User,
})

export const updateAccountPassword = endpoint({
  method: "PATCH",
  path: "/v1/account/password",
  access: "session",
  summary: "Changes the password and ends all other sessions",
  body: z.object({ password: Password, oldPassword: PlainText.max(passwordLength.max).nullish() }),
  reply: User,
})

export const updateAccountEmail = endpoint({
  method: "PATCH",
  path: "/v1/account/email",
  access: "session",
  isForAnonymousToo: true,
  summary: "Changes the e-mail address, which must then be confirmed; gives an account without a password this one",
  body: z.object({ email: EmailAddress, password: Password }),
  reply: User,
})

export const updateAccountPhone = endpoint({
  method: "PATCH",
  path: "/v1/account/phone",
  access: "session",
  isForAnonymousToo: true,
  summary: "Changes the phone number, which must then be confirmed",
  body: z.object({ phone: PhoneNumber, password: Password }),
  reply: User,
})

export const blockAccount = endpoint({
  method: "PATCH",
  path: "/v1/account/status",
  access: "session",
  summary: "Blocks the own account and ends its sessions",
  reply: User,
})

export const getPreferences = endpoint({
  method: "GET",
  path: "/v1/account/prefs",
  access: "session",
  summary: "The account's preferences, as a bare object",
  reply: z.record(z.string(), z.unknown()),
})

export const updatePreferences = endpoint({
  method: "PATCH",
  path: "/v1/account/prefs",
  access: "session",
  summary: "Replaces the preferences as a whole",
  body: z.object({ prefs: Preferences }),
  reply: User,
})

export const createEmailSession = endpoint({
  method: "POST",
  path: "/v1/account/sessions/email",
  aliases: ["/v1/account/sessions"],
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Signs in by e-mail and password",
  body: z.object({ email: EmailAddress, password: PlainText.min(1).max(passwordLength.max) }),
  reply: Session,
  status: 201,
})

export const listSessions = endpoint({
  method: "GET",
  path: "/v1/account/sessions",
  access: "session",
  summary: "The account's live sessions",
  reply: SessionList,
})

export const getSession = endpoint({
  method: "GET",
  path: "/v1/account/sessions/:sessionId",
  access: "session",
  isForHalfSignedIn: true,
  summary: "One live session; `current` names this one",
  params: z.object({ sessionId: RecordId }),
  reply: Session,
})

export const extendSession = endpoint({
  method: "PATCH",
  path: "/v1/account/sessions/:sessionId",
  access: "session",
  summary: "Lets a session live a year from now; `current` names this one",
  params: z.object({ sessionId: RecordId }),
  reply: Session,
})

export const deleteSession = endpoint({
  method: "DELETE",
  path: "/v1/account/sessions/:sessionId",
  access: "session",
  isForAnonymousToo: true,
  isForHalfSignedIn: true,
  summary: "Ends one session; `current` signs out",
  params: z.object({ sessionId: RecordId }),
  reply: Nothing,
  status: 204,
})

export const deleteSessions = endpoint({
  method: "DELETE",
  path: "/v1/account/sessions",
  access: "session",
  isForAnonymousToo: true,
  summary: "Ends all sessions",
  reply: Nothing,
  status: 204,
})
