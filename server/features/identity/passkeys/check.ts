import type { Assertion, NewCredential } from "#contract/identity/passkeys.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { isOwnOrigin, requirePasskeyHost } from "#server/platform/http/relying-party.ts"
import type { PasskeyRow } from "./queries.ts"
import {
  type AuthenticatorData,
  type ClientData,
  isSigned,
  readAuthenticatorData,
  readClientData,
  readNewKey,
} from "./signed.ts"

/**
 * What a page of ours asked a passkey of ours for.
 * @throws AppError `user_invalid_credentials` for malformed bytes, another ceremony, and pages elsewhere
 */
export function readOwnPage(
  s: Services,
  type: ClientData["type"],
  { response }: Pick<NewCredential | Assertion, "response">,
): ClientData {
  const client = readClientData(response.clientDataJSON)
  if (client?.type !== type) throw wrongPasskey()
  if (client.crossOrigin === true || !isOwnOrigin(s.config, client.origin)) {
    throw new AppError("user_invalid_credentials", `Passkeys are used at ${s.config.publicUrl} only.`)
  }
  return client
}

/** @throws AppError `user_invalid_credentials` for another host, and where the device did not check who uses it */
function readVerified(s: Services, { response }: Pick<NewCredential | Assertion, "response">): AuthenticatorData {
  const data = readAuthenticatorData(response.authenticatorData, requirePasskeyHost(s.config))
  if (!data) throw wrongPasskey()
  if (!data.isPresent || !data.isVerified) {
    throw new AppError("user_invalid_credentials", "Your device did not check that it is you. Set up its screen lock.")
  }
  return data
}

/** @throws AppError as `readVerified`, and `general_argument_invalid` for a key that cannot be read */
export function checkNew(s: Services, credential: NewCredential): { publicKey: Buffer; signCount: number } {
  const data = readVerified(s, credential)
  const publicKey = readNewKey(data, credential)
  if (!publicKey) throw new AppError("general_argument_invalid", "This kind of passkey cannot be used here.")
  return { publicKey, signCount: data.signCount }
}

/**
 * Whether a passkey signed; its counter is looked at by who keeps it.
 * @returns its device's counter
 * @throws AppError `user_invalid_credentials`, with the old host's name for a passkey of the address before
 */
export function checkSigned(s: Services, passkey: PasskeyRow, assertion: Assertion): number {
  const host = requirePasskeyHost(s.config)
  if (passkey.rpId !== host) {
    throw new AppError(
      "user_invalid_credentials",
      `This passkey was made at ${passkey.rpId}, and this is ${host} now. Sign in another way, then add a new passkey.`,
    )
  }
  const { signCount } = readVerified(s, assertion)
  const { userHandle } = assertion.response
  // Else whoever added somebody's passkey to an account of their own would have them sign in there unawares.
  const isTheirs = !userHandle || Buffer.from(userHandle, "base64url").toString() === passkey.accountId
  if (!isTheirs || !isSigned(passkey.publicKey, assertion)) throw wrongPasskey()
  return signCount
}

export function wrongPasskey(): AppError {
  return new AppError("user_invalid_credentials", "This passkey does not fit. Sign in another way.")
}
