import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { EmailAddress, NewRecordId, PhoneNumber, PlainText, RecordId } from "#contract/primitives.ts"
import { Password, passwordLength, Session, Token } from "./account.ts"

const Link = PlainText.min(1).max(2_048)
const Secret = PlainText.min(1).max(256)
const Confirmation = z.object({ userId: RecordId, secret: Secret })

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
  isForAnonymousToo: true,
  summary: "Confirms the address; works on any device",
  body: Confirmation,
  reply: Token,
})

export const createRecovery = endpoint({
  method: "POST",
  path: "/v1/account/recovery",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Sends the mail that resets a password; the answer is the same for an unknown address",
  body: z.object({ email: EmailAddress, url: Link }),
  reply: Token,
  status: 201,
})

export const confirmRecovery = endpoint({
  method: "PUT",
  path: "/v1/account/recovery",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Sets a new password and ends all sessions",
  body: z.object({
    userId: RecordId,
    secret: Secret,
    password: Password,
    passwordAgain: PlainText.max(passwordLength.max).nullish(),
  }),
  reply: Token,
})

export const createPhoneVerification = endpoint({
  method: "POST",
  path: "/v1/account/verification/phone",
  aliases: ["/v1/account/verifications/phone"],
  access: "session",
  summary: "Sends the code that confirms the phone number",
  reply: Token,
  status: 201,
})

export const confirmPhoneVerification = endpoint({
  method: "PUT",
  path: "/v1/account/verification/phone",
  aliases: ["/v1/account/verifications/phone"],
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Confirms the phone number",
  body: Confirmation,
  reply: Token,
})

export const createAnonymousSession = endpoint({
  method: "POST",
  path: "/v1/account/sessions/anonymous",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Signs in to a new account without an address; giving it one with PATCH /v1/account/email keeps it",
  reply: Session,
  status: 201,
})

export const createMagicLink = endpoint({
  method: "POST",
  path: "/v1/account/sessions/magic-url",
  aliases: ["/v1/account/tokens/magic-url"],
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Sends a mail whose link signs in; makes the account when the address is new",
  body: z.object({ userId: NewRecordId, email: EmailAddress, url: Link.nullish(), phrase: z.boolean().nullish() }),
  reply: Token,
  status: 201,
})

export const createEmailCode = endpoint({
  method: "POST",
  path: "/v1/account/tokens/email",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Mails a code that signs in; makes the account when the address is new",
  body: z.object({ userId: NewRecordId, email: EmailAddress, phrase: z.boolean().nullish() }),
  reply: Token,
  status: 201,
})

export const createPhoneCode = endpoint({
  method: "POST",
  path: "/v1/account/sessions/phone",
  aliases: ["/v1/account/tokens/phone"],
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Sends a code that signs in; makes the account when the number is new",
  body: z.object({ userId: NewRecordId, phone: PhoneNumber }),
  reply: Token,
  status: 201,
})

const finish = { access: "anyone", isForAnonymousToo: true, body: Confirmation, reply: Session, status: 201 } as const

export const finishMagicLink = endpoint({
  ...finish,
  method: "PUT",
  path: "/v1/account/sessions/magic-url",
  summary: "Signs in with the secret of a link",
})

export const finishPhoneCode = endpoint({
  ...finish,
  method: "PUT",
  path: "/v1/account/sessions/phone",
  summary: "Signs in with a code",
})

export const finishToken = endpoint({
  ...finish,
  method: "POST",
  path: "/v1/account/sessions/token",
  summary: "Signs in with the secret of a link or with a code",
})
