import { claimTry } from "#contract/studio/guest-trial.ts"
import { call } from "#web/lib/calls/call.ts"
import { forgetTry, hasTry } from "./guest-trial-mark.ts"

/** Said once the picture is among the person's own. */
export const tryStored = "Your first picture is in your gallery."

/**
 * Takes the picture that was drawn here before there was an account into the gallery of who is signed in now.
 * @returns whether it is there; false where there is none, or none that is finished
 * @throws ApiError
 */
export async function takeTry(): Promise<boolean> {
  if (!hasTry()) return false
  const { isClaimed } = (await call(claimTry, { body: {} })).data
  if (isClaimed) forgetTry()
  return isClaimed
}
