import { createPrivateKey } from "node:crypto"
import { readAddress } from "#server/platform/settings/read-address.ts"
import { readGroup } from "#server/platform/settings/read-group.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** What is needed to have people sign in with Apple. */
export interface AppleSettings {
  clientId: string
  teamId: string
  keyId: string
  privateKey: string
  issuer: string
}

const issuer: Setting = {
  name: "APPLE_ISSUER",
  what: "OpenID issuer behind the Apple button.",
  default: "https://appleid.apple.com",
}

export const appleSettings: readonly Setting[] = [
  {
    name: "APPLE_CLIENT_ID",
    what: "Services id of Apple sign-in; needs the three settings below and an https PUBLIC_URL.",
    default: "none",
  },
  { name: "APPLE_TEAM_ID", what: "Team that owns the services id.", default: "none" },
  { name: "APPLE_KEY_ID", what: "Id of the sign-in key.", default: "none" },
  { name: "APPLE_PRIVATE_KEY", what: "The key itself, as PEM; `\\n` stands for a new line.", default: "none" },
  issuer,
]

/** @returns null when it is not set up */
export function readApple(reader: SettingsReader): AppleSettings | null {
  const given = readGroup(reader, ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"])
  if (given === null) return null
  const privateKey = given.APPLE_PRIVATE_KEY.replaceAll("\\n", "\n")
  check(privateKey, reader)
  return {
    clientId: given.APPLE_CLIENT_ID,
    teamId: given.APPLE_TEAM_ID,
    keyId: given.APPLE_KEY_ID,
    privateKey,
    issuer: readAddress(reader, issuer),
  }
}

/** Apple answers with a form from its own site, and browsers send cookies along with that over https only. */
function check(privateKey: string, { publicUrl, problems }: SettingsReader): void {
  if (!publicUrl.startsWith("https:"))
    problems.push("APPLE_CLIENT_ID is set, so PUBLIC_URL must be an https:// address.")
  try {
    const key = createPrivateKey(privateKey)
    if (key.asymmetricKeyDetails?.namedCurve === "prime256v1") return
  } catch {
    // Told below: the library's words name no setting.
  }
  problems.push("APPLE_PRIVATE_KEY is not a P-256 key in PEM.")
}
