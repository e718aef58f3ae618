import { z } from "zod"
import { endpoint } from "./endpoint.ts"
import { EmailAddress, NewRecordId, PlainText, RecordId, WireDate } from "./primitives.ts"

/** Letters a password may have (contract §2.3); taken exactly as sent. */
export const passwordLength = { min: 8, max: 256 } as const

export const Password = PlainText.min(passwordLength.min, "Password must be at least 8 characters").max(
  passwordLength.max,
  "Password must be at most 256 characters",
)

/** A NUL or half a surrogate pair, as JSON spells them: PostgreSQL keeps neither. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Account preferences: any JSON object up to 65,535 characters (contract §2.3). */
export const Preferences = z
  .record(z.string(), z.unknown())
  .refine((prefs) => JSON.stringify(prefs).length <= 65_535, "The preferences are too large")
  .refine((prefs) => !unstorable.test(JSON.stringify(prefs)), "Invalid text")

/** Account, as contract §2.1 spells it. */
export const User = z
  .object({
    $id: z.string(),
    $createdAt: WireDate,
    $updatedAt: WireDate,
    name: z.string(),
    registration: WireDate,
    status: z.boolean(),
    labels: z.array(z.string()),
    passwordUpdate: WireDate,
    email: z.string(),
    phone: z.string(),
    emailVerification: z.boolean(),
    phoneVerification: z.boolean(),
    mfa: z.boolean(),
    prefs: z.record(z.string(), z.unknown()),
    targets: z.array(z.unknown()),
    accessedAt: WireDate,
  })
  .meta({ id: "User" })
export type User = z.infer<typeof User>

export const Session = z
  .object({
    $id: z.string(),
    $createdAt: WireDate,
    $updatedAt: WireDate,
    userId: z.string(),
    expire: WireDate,
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
    mfaUpdatedAt: WireDate,
  })
  .meta({ id: "Session" })
export type Session = z.infer<typeof Session>

export const SessionList = z.object({ total: z.number(), sessions: z.array(Session) })

/** Reply to every call that sends or consumes a one-time token; the secret never leaves by this door. */
export const Token = z
  .object({
    $id: z.string(),
    $createdAt: WireDate,
    userId: z.string(),
    secret: z.literal(""),
    expire: WireDate,
    phrase: z.string(),
  })
  .meta({ id: "Token" })

export const Nothing = z.null()

export const createAccount = endpoint({
  method: "POST",
  path: "/v1/account",
  access: "anyone",
  summary: "Makes an account and its profile; does not sign in",
  body: z.object({
    userId: NewRecordId,
    email: EmailAddress,
    password: Password,
    name: PlainText.max(128).optional(),
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
  body: z.object({ password: Password, oldPassword: PlainText.max(passwordLength.max).optional() }),
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
  access: "anyone",
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
  summary: "One live session; `current` names this one",
  params: z.object({ sessionId: RecordId }),
  reply: Session,
})

export const deleteSession = endpoint({
  method: "DELETE",
  path: "/v1/account/sessions/:sessionId",
  access: "session",
  summary: "Ends one session; `current` signs out",
  params: z.object({ sessionId: RecordId }),
  reply: Nothing,
  status: 204,
})

export const deleteSessions = endpoint({
  method: "DELETE",
  path: "/v1/account/sessions",
  access: "session",
  summary: "Ends all sessions",
  reply: Nothing,
  status: 204,
})

const Link = PlainText.min(1).max(2_048)
const Secret = PlainText.min(1).max(256)

export const createVerification = endpoint({
  method: "POST",
  path: "/v1/account/verification",
  aliases: ["/v1/account/verifications/email"],
  access: "session",
  summary: "Sends the mail that confirms the address",
  body: z.object({ url: Link }),
  reply: Token,
  status: 201,
})

export const confirmVerification = endpoint({
  method: "PUT",
  path: "/v1/account/verification",
  aliases: ["/v1/account/verifications/email"],
  access: "anyone",
  summary: "Confirms the address; works on any device",
  body: z.object({ userId: RecordId, secret: Secret }),
  reply: Token,
})

export const createRecovery = endpoint({
  method: "POST",
  path: "/v1/account/recovery",
  access: "anyone",
  summary: "Sends the mail that resets a password; the answer is the same for an unknown address",
  body: z.object({ email: EmailAddress, url: Link }),
  reply: Token,
  status: 201,
})

export const confirmRecovery = endpoint({
  method: "PUT",
  path: "/v1/account/recovery",
  access: "anyone",
  summary: "Sets a new password and ends all sessions",
  body: z.object({
    userId: RecordId,
    secret: Secret,
    password: Password,
    passwordAgain: PlainText.max(passwordLength.max).optional(),
  }),
  reply: Token,
})
