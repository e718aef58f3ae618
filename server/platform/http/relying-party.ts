import { AppError } from "#server/platform/errors.ts"
import { type OriginSettings, readTrustedUrl, trustedOrigins } from "./origins.ts"

/**
 * The host name that passkeys are made for. Browsers make them on https and on localhost only, and for names, never for
 * numbers of machines.
 * @returns null where the public address allows none
 */
export function passkeyHost({ publicUrl }: Pick<OriginSettings, "publicUrl">): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost")
  if (!isLocal && protocol !== "https:") return null
  return /^\[|^[\d.]+$/.test(hostname) ? null : hostname
}

/** @throws AppError `step_not_allowed` where the public address allows no passkeys */
export function requirePasskeyHost(config: OriginSettings): string {
  const host = passkeyHost(config)
  if (host === null) throw new AppError("step_not_allowed", "Passkeys need an address that begins with https.")
  return host
}

/** Whether a page at this origin may use the passkeys of our host name. */
export function isOwnOrigin(config: OriginSettings, origin: string): boolean {
  const page = readTrustedUrl(origin, trustedOrigins(config))
  return page !== null && page.origin === origin && page.hostname === passkeyHost(config)
}
