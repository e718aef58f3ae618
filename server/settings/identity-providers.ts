import { createPrivateKey } from "node:crypto"
import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

/** Accounts elsewhere with which people may sign in; null is not offered. */
export interface IdentityProvidersConfig {
  google: { clientId: string; clientSecret: string; issuer: string } | null
  apple: { clientId: string; teamId: string; keyId: string; privateKey: string; issuer: string } | null
  github: { clientId: string; clientSecret: string; url: string; apiUrl: string } | null
  facebook: { clientId: string; clientSecret: string; url: string; graphUrl: string } | null
}

/** Where the providers are unless a setting says otherwise. */
const usual = {
  GOOGLE_ISSUER: "https://accounts.google.com",
  APPLE_ISSUER: "https://appleid.apple.com",
  GITHUB_URL: "https://github.com",
  GITHUB_API_URL: "https://api.github.com",
  FACEBOOK_URL: "https://www.facebook.com",
  FACEBOOK_GRAPH_URL: "https://graph.facebook.com",
} as const

type AddressName = keyof typeof usual

const address = (name: AddressName, what: string): Setting => ({ name, what, default: usual[name] })
const given = (name: string, what: string): Setting => ({ name, what, default: "none" })

export const identitySettings: readonly Setting[] = [
  given("GOOGLE_CLIENT_ID", "Client of Google sign-in; together with its secret it shows the button."),
  given("GOOGLE_CLIENT_SECRET", "Secret of that client."),
  address("GOOGLE_ISSUER", "OpenID issuer behind the Google button."),
  given("APPLE_CLIENT_ID", "Services id of Apple sign-in; needs the three settings below and an https PUBLIC_URL."),
  given("APPLE_TEAM_ID", "Team that owns the services id."),
  given("APPLE_KEY_ID", "Id of the sign-in key."),
  given("APPLE_PRIVATE_KEY", "The key itself, as PEM; `\\n` stands for a new line."),
  address("APPLE_ISSUER", "OpenID issuer behind the Apple button."),
  given("GITHUB_CLIENT_ID", "Client of GitHub sign-in; together with its secret it shows the button."),
  given("GITHUB_CLIENT_SECRET", "Secret of that client."),
  address("GITHUB_URL", "GitHub, or a GitHub Enterprise server."),
  address("GITHUB_API_URL", "Its API; with GitHub Enterprise the server's address and `/api/v3`."),
  given("FACEBOOK_CLIENT_ID", "App id of Facebook sign-in; together with its secret it shows the button."),
  given("FACEBOOK_CLIENT_SECRET", "Secret of that app."),
  address("FACEBOOK_URL", "Facebook's pages, with a version in the path if wanted."),
  address("FACEBOOK_GRAPH_URL", "Facebook's API, likewise."),
]

/** Reads the settings of all providers; what is wrong or half set is added to `problems`. */
export function readIdentityProviders(text: ReadText, problems: string[], publicUrl: string): IdentityProvidersConfig {
  const url = (name: AddressName): string => readAddress(text, problems, name)
  const group = <const Name extends string>(names: readonly Name[]): Record<Name, string> | null =>
    readGroup(text, problems, names)
  const google = group(["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"])
  const apple = group(["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"])
  const github = group(["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"])
  const facebook = group(["FACEBOOK_CLIENT_ID", "FACEBOOK_CLIENT_SECRET"])
  const privateKey = apple?.APPLE_PRIVATE_KEY.replaceAll("\\n", "\n") ?? ""
  if (apple) checkApple(privateKey, publicUrl, problems)
  return {
    google: google && {
      clientId: google.GOOGLE_CLIENT_ID,
      clientSecret: google.GOOGLE_CLIENT_SECRET,
      issuer: url("GOOGLE_ISSUER"),
    },
    apple: apple && {
      clientId: apple.APPLE_CLIENT_ID,
      teamId: apple.APPLE_TEAM_ID,
      keyId: apple.APPLE_KEY_ID,
      privateKey,
      issuer: url("APPLE_ISSUER"),
    },
    github: github && {
      clientId: github.GITHUB_CLIENT_ID,
      clientSecret: github.GITHUB_CLIENT_SECRET,
      url: url("GITHUB_URL"),
      apiUrl: url("GITHUB_API_URL"),
    },
    facebook: facebook && {
      clientId: facebook.FACEBOOK_CLIENT_ID,
      clientSecret: facebook.FACEBOOK_CLIENT_SECRET,
      url: url("FACEBOOK_URL"),
      graphUrl: url("FACEBOOK_GRAPH_URL"),
    },
  }
}

/** All of a group, or none of it. */
function readGroup<Name extends string>(
  text: ReadText,
  problems: string[],
  names: readonly Name[],
): Record<Name, string> | null {
  const set = names.filter((name) => text(name) !== null)
  const missing = names.filter((name) => text(name) === null)
  if (set.length === 0) return null
  if (missing.length > 0) {
    problems.push(`${set.join(", ")} is set, so ${missing.join(", ")} is needed too.`)
    return null
  }
  return Object.fromEntries(names.map((name) => [name, text(name) ?? ""])) as Record<Name, string>
}

/** Passwords and codes travel there, so plain http is for this machine only. */
function readAddress(text: ReadText, problems: string[], name: AddressName): string {
  const value = text(name)
  if (value === null) return usual[name]
  const url = URL.canParse(value) ? new URL(value) : null
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isOnThisMachine(value))
  if (!isSafe) problems.push(`${name} is "${value}"; it must be an https:// address.`)
  return value.replace(/\/+$/, "")
}

/** Apple answers with a form from its own site, and browsers send cookies along with that over https only. */
function checkApple(privateKey: string, publicUrl: string, problems: string[]): void {
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
