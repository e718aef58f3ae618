import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, SerialisedDate } from "#contract/primitives.ts"
import { Nothing, passwordLength, Session, User } from "./account.ts"

/** Digits of an app's code, and how many codes for emergencies a person gets. */
export const factorCode = { digits: 6, recoveryCodes: 10 } as const

/** A code of the app, or one for emergencies; blanks and dashes in it do not count. */
const Code = PlainText.min(1).max(40)

/** What a change of the factor asks for: a code, and the password of accounts that have one. */
const Both = z.object({ otp: Code, password: PlainText.max(passwordLength.max).nullish() })

const Type = z.object({ type: z.literal("totp", "Only totp is possible here") })
const path = "/v1/account/mfa/authenticators/:type"

export const listFactors = endpoint({
  method: "GET",
  path: "/v1/account/mfa/factors",
  access: "session",
  isForHalfSignedIn: true,
  summary: "Which second factors the account has (docs/hosted-backend.md#second-factor)",
  reply: z.object({ totp: z.boolean(), phone: z.boolean(), email: z.boolean(), recoveryCode: z.boolean() }),
})

export const offerAuthenticator = endpoint({
  method: "POST",
  path,
  access: "session",
  summary: "A new secret for an authenticator app, which counts once a code of it was given",
  params: Type,
  /** Asked of accounts that have a factor; the code is the former app's. */
  body: Both.partial(),
  reply: z.object({
    secret: z.string(),
    uri: z.string(),
    /** The same for cameras: side in modules, and the dark ones as the path of a drawing. */
    qr: z.object({ side: z.number(), path: z.string() }),
  }),
})

export const confirmAuthenticator = endpoint({
  method: "PUT",
  path,
  access: "session",
  summary: "Switches the second factor on with a code of the app, and shows the recovery codes, once",
  params: Type,
  body: z.object({ otp: Code }),
  reply: User.extend({ recoveryCodes: z.array(z.string()) }).meta({ id: "UserWithRecoveryCodes" }),
})

export const deleteAuthenticator = endpoint({
  method: "DELETE",
  path,
  access: "session",
  summary: "Switches the second factor off",
  params: Type,
  body: Both,
  reply: Nothing,
  status: 204,
})

export const renewRecoveryCodes = endpoint({
  method: "PATCH",
  path: "/v1/account/mfa/recovery-codes",
  access: "session",
  summary: "New recovery codes in place of the former ones",
  body: Both,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

const challengePaths = { path: "/v1/account/mfa/challenge", aliases: ["/v1/account/mfa/challenges"] } as const

export const createChallenge = endpoint({
  method: "POST",
  ...challengePaths,
  access: "session",
  isForHalfSignedIn: true,
  summary: "Begins giving a second factor: of the app, or a recovery code",
  body: z.object({ factor: z.enum(["totp", "recoverycode"]) }),
  reply: z
    .object({ $id: z.string(), $createdAt: SerialisedDate, userId: z.string(), expire: SerialisedDate })
    .meta({ id: "MfaChallenge" }),
  status: 201,
})

export const finishChallenge = endpoint({
  method: "PUT",
  ...challengePaths,
  access: "session",
  isForHalfSignedIn: true,
  summary: "Gives the second factor: completes a sign-in, or proves once more who is here",
  body: z.object({ challengeId: z.enum(["totp", "recoverycode"]), otp: Code }),
  reply: Session,
})
