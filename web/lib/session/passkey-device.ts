import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser"
import { product } from "#contract/brand.ts"
import type { Session } from "#contract/identity/account.ts"
import {
  addPasskey,
  givePasskeyProof,
  offerPasskey,
  type Passkey,
  signInByPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from "#contract/identity/passkeys.ts"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"

type Descriptor = NonNullable<Parameters<typeof startRegistration>[0]["optionsJSON"]["excludeCredentials"]>[number]

const toDescriptors = (ids: readonly { id: string; transports: readonly string[] }[]): Descriptor[] =>
  ids.map(({ id, transports }) => ({ id, type: "public-key", transports: [...transports] }))

/** Lets the device make a passkey, and adds it. @throws ApiError, and what the browser says */
export async function makePasskey(name: string): Promise<Passkey> {
  const { challenge, rpId, user, exclude } = (await call(offerPasskey)).data
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rpId, name: product.name },
      user,
      // ES256 and, for older Windows, RS256.
      pubKeyCredParams: [-7, -257].map((alg) => ({ alg, type: "public-key" })),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
      excludeCredentials: toDescriptors(exclude),
    },
  })
  const { clientDataJSON, authenticatorData = "", transports = [] } = response
  const credential = { id, response: { clientDataJSON, authenticatorData, transports } }
  return (await call(addPasskey, { body: { name, credential } })).data
}

/** Gives a passkey of who is here: as the second step, or to prove it once more. @throws ApiError, and what the browser says */
export async function givePasskey(): Promise<void> {
  const { challenge, rpId, allow } = (await call(startPasskeyProof)).data
  const optionsJSON = { challenge, rpId, allowCredentials: toDescriptors(allow), userVerification: "required" } as const
  await call(givePasskeyProof, { body: signed(await startAuthentication({ optionsJSON })) })
}

/** Whether the browser offers passkeys at a field. */
export function offersAtField(): Promise<boolean> {
  return browserSupportsWebAuthnAutofill()
}

/** Asks for whichever passkey the person picks. @throws ApiError, and what the browser says */
async function pick(isAtField: boolean) {
  const { challenge, rpId, formerHost } = (await call(startPasskeySignIn)).data
  const optionsJSON = { challenge, rpId, userVerification: "required" } as const
  try {
    return signed(await startAuthentication({ optionsJSON, useBrowserAutofill: isAtField }))
  } catch (error) {
    // A browser shows no passkey of another address, and does not tell whether there is one.
    throw formerHost !== null && isNothingDone(error) ? new MadeElsewhere(formerHost, { cause: error }) : error
  }
}

/** Nothing was picked; the message is the address that passkeys of before belong to. */
class MadeElsewhere extends Error {}

const isNothingDone = (error: unknown): boolean => error instanceof Error && error.name === "NotAllowedError"

type Picked = Awaited<ReturnType<typeof pick>>

/** Waits until one is picked where the browser fills in the address. @returns null where the browser cannot, or no answer came: nobody asked for anything yet */
export async function pickAtField(): Promise<Picked | null> {
  return pick(true).catch(() => null)
}

/** Signs in with what was picked. @throws ApiError */
export function enterWith(picked: Picked): Promise<Session> {
  return call(signInByPasskey, { body: picked })
}

/** Signs in with whichever passkey the person picks. @throws ApiError, and what the browser says */
export async function enterByPasskey(): Promise<Session> {
  return enterWith(await pick(false))
}

/** What waits at a field waits no more. */
export function endWaiting(): void {
  WebAuthnAbortService.cancelCeremony()
}

function signed({ id, response }: Awaited<ReturnType<typeof startAuthentication>>) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** What became of it, for people; null where another question took its place. */
export function passkeyTrouble(error: unknown): string | null {
  if (error instanceof ApiError) return messageOf(error, noAnswerMessage)
  if (error instanceof WebAuthnError) {
    if (error.code === "ERROR_CEREMONY_ABORTED") return null
    if (error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") return "This device has a passkey for you already."
  }
  if (error instanceof MadeElsewhere)
    return `Nothing was done. Passkeys made at ${error.message} do not work here: sign in another way, then add a new one.`
  if (isNothingDone(error)) return "Nothing was done: it was cancelled or took too long."
  return "Your device could not do it. Look whether its screen lock is set up."
}
