import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, RecordId, SerialisedDate } from "#contract/primitives.ts"
import { Nothing, Session } from "./account.ts"
import { passkeyLimits } from "./passkey-limits.ts"

/** Bytes as browsers send them. The lengths are above what authenticators make: an id has at most 1,023 bytes. */
const bytes = (mostCharacters: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, "Invalid bytes")
    .max(mostCharacters)

const CredentialId = bytes(1_364)

/** A passkey that a browser has just made (WebAuthn Level 3, RegistrationResponseJSON), as far as it is looked at. */
const NewCredential = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    transports: z.array(PlainText.max(20)).max(8).optional(),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** What a passkey signed (AuthenticationResponseJSON), as far as it is looked at. */
const Assertion = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    signature: bytes(1_024),
    userHandle: bytes(128).nullish(),
  }),
})
export type Assertion = z.infer<typeof Assertion>

const Name = PlainText.transform((text) => text.trim()).pipe(
  z.string().min(1, "Give it a name").max(passkeyLimits.nameCharacters),
)

/** A way to sign in that a person's device keeps. Its key is never told. */
export const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: SerialisedDate,
    /** "" for one that was never used. */
    lastUsedAt: SerialisedDate,
    /** Host name it was made for. */
    host: z.string(),
    /** False where the product has another address now, and for one that was copied. */
    works: z.boolean(),
    wasCopied: z.boolean(),
  })
  .meta({ id: "Passkey" })
export type Passkey = z.infer<typeof Passkey>

/** What a browser is told to sign. */
const Challenge = z.object({ challenge: z.string(), rpId: z.string() })

/** Which passkeys may answer. */
const Allowed = z.array(z.object({ id: z.string(), transports: z.array(z.string()) }))

export const listPasskeys = endpoint({
  method: "GET",
  path: "/account/passkeys",
  access: "session",
  summary: "The account's passkeys",
  reply: z.object({ data: z.array(Passkey) }),
})

/** What the second step may be. */
export const getPasskeyState = endpoint({
  method: "GET",
  path: "/account/passkeys/state",
  access: "session",
  isForHalfSignedIn: true,
  summary: "Whether a passkey of the account works here, and whether it has an authenticator app",
  reply: z.object({ data: z.object({ works: z.boolean(), hasApp: z.boolean() }) }),
})

export const offerPasskey = endpoint({
  method: "POST",
  path: "/account/passkeys/challenge",
  access: "session",
  summary: "Begins adding a passkey, which asks for a fresh proof",
  reply: z.object({
    data: Challenge.extend({
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      /** Those the account has: a device makes no second one. */
      exclude: Allowed,
    }),
  }),
})

export const addPasskey = endpoint({
  method: "POST",
  path: "/account/passkeys",
  access: "session",
  summary: "Adds the passkey that a browser made",
  body: z.object({ name: Name, credential: NewCredential }),
  reply: z.object({ data: Passkey }),
  status: 201,
})

const One = z.object({ passkeyId: RecordId })

export const renamePasskey = endpoint({
  method: "PATCH",
  path: "/account/passkeys/:passkeyId",
  access: "session",
  summary: "Gives a passkey another name",
  params: One,
  body: z.object({ name: Name }),
  reply: z.object({ data: Passkey }),
})

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/account/passkeys/:passkeyId",
  access: "session",
  summary: "Removes a passkey, unless it is the only way in",
  params: One,
  reply: Nothing,
  status: 204,
})

export const setTwoStepByPasskey = endpoint({
  method: "PUT",
  path: "/account/passkeys/two-step",
  access: "session",
  summary: "Two-step sign-in by passkeys alone: on, which shows new recovery codes once, or off",
  body: z.object({ isOn: z.boolean() }),
  reply: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
})

export const startPasskeyProof = endpoint({
  method: "POST",
  path: "/account/passkey-proof/challenge",
  access: "session",
  isForHalfSignedIn: true,
  summary: "Begins giving a passkey as the second factor, or as a proof of who is here",
  reply: z.object({ data: Challenge.extend({ allow: Allowed }) }),
})

export const givePasskeyProof = endpoint({
  method: "POST",
  path: "/account/passkey-proof",
  access: "session",
  isForHalfSignedIn: true,
  summary: "Gives a passkey: completes a sign-in, or proves once more who is here",
  body: Assertion,
  reply: Session,
})

export const startPasskeySignIn = endpoint({
  method: "POST",
  path: "/passkey-sign-in/challenge",
  access: "anyone",
  summary: "Begins signing in with a passkey, in this browser",
  reply: z.object({
    data: Challenge.extend({
      /** Where most passkeys that do not work here were made, because the product had that address; null without any. */
      formerHost: z.string().nullable(),
    }),
  }),
})

export const signInByPasskey = endpoint({
  method: "POST",
  path: "/passkey-sign-in",
  access: "anyone",
  summary: "Signs in with a passkey, which is both steps at once",
  body: Assertion,
  reply: Session,
  status: 201,
})
