import type { Log } from "#contract/identity/account-records.ts"

type Device = Pick<Log, "clientName" | "osName" | "osVersion" | "deviceBrand" | "deviceModel">

/** "Chrome on Windows 10", "Mobile Safari on iOS 17.5", or that it is not known. */
export function deviceWords({ clientName, osName, osVersion }: Device): string {
  const system = [osName, osVersion].filter(Boolean).join(" ")
  if (clientName && system) return `${clientName} on ${system}`
  return clientName || system || "Unknown device"
}

/** Country and address: "Nigeria · 203.0.113.7". */
export function placeWords({ countryCode, countryName, ip }: Pick<Log, "countryCode" | "countryName" | "ip">): string {
  return countryCode === "--" ? ip : `${countryName} · ${ip}`
}

const eventWords: Readonly<Record<string, string>> = {
  "user.create": "Account created",
  "user.import": "Data brought in from another place",
  "user.update": "Account changed",
  "user.update.name": "Name changed",
  "user.update.email": "E-mail address changed",
  "user.update.phone": "Phone number changed",
  "user.update.password": "Password changed",
  "user.update.prefs": "Settings changed",
  "user.update.prefs.theme": "Light or dark chosen",
  "user.update.prefs.dataSaver": "Data saver switched",
  "user.update.mfa": "Two-step sign-in changed",
  "user.update.status": "Account closed by its owner",
  "session.create": "Signed in",
  "session.update": "Stayed signed in",
  "session.factor": "Gave a code",
  "session.passkey": "Gave a passkey",
  "session.delete": "Ended a session",
  "recovery.create": "Asked for a new password",
  "recovery.update": "Password reset",
  "verification.create": "Asked to confirm the e-mail address",
  "verification.update": "E-mail address confirmed",
  "identity.create": "Sign-in provider connected",
  "identity.delete": "Sign-in provider removed",
  "passkey.create": "Passkey added",
  "passkey.delete": "Passkey removed",
  "passkey.copied": "Passkey refused: it was copied",
}

/** What an entry of the activity is called. @param detail of its log */
export function activityWords(detail: string): string {
  return eventWords[detail] ?? detail
}
