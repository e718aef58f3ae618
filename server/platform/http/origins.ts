/** @param hostname as URL gives it, which writes every spelling of an IPv4 address in the usual way */
function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** Whether an address leads to the machine it is used on. */
export function isOnThisMachine(url: string): boolean {
  return isLoopbackName(new URL(url).hostname)
}

/** Whether a Host header names the machine it is used on; a foreign name may lead here all the same. */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && URL.canParse(`http://${host}`) && isOnThisMachine(`http://${host}`)
}

/** What of the settings says whose pages may call. */
export interface OriginSettings {
  publicUrl: string
  trustedOrigins: readonly string[]
  isProduction: boolean
}

/** Tells origins whose pages may call, and to which links in mails may lead. */
export type TrustsOrigin = (url: URL) => boolean

/**
 * Our own origin and those of the settings: scheme, name and port, all three. Nothing is taken from a request. On a
 * developer's own machine every port of it counts, since the browser app has a server of its own there.
 */
export function trustedOrigins({ publicUrl, trustedOrigins, isProduction }: OriginSettings): TrustsOrigin {
  const origins = new Set([new URL(publicUrl).origin, ...trustedOrigins])
  const isLocal = !isProduction && isOnThisMachine(publicUrl)
  return ({ origin, hostname }) => origins.has(origin) || (isLocal && isLoopbackName(hostname))
}

/** @returns the origin that a setting names: a bare host name means https. Null for anything else. */
export function readOrigin(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!/^https?:\/\/[a-z0-9.-]+(:\d+)?\/?$/i.test(address) || !URL.canParse(address)) return null
  return new URL(address).origin
}

/** @returns the address when it is http(s), without name and password, of a trusted origin; else null */
export function readTrustedUrl(text: string, trusts: TrustsOrigin): URL | null {
  if (/[\\\p{C}\s]/u.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === "http:" || url.protocol === "https:"
  return isWeb && !url.username && !url.password && trusts(url) ? url : null
}

/**
 * Whether a page comes from the very host that a request was sent to. Where people come by https, a page that came
 * without it may have been made by anybody on the way.
 */
export function isSameHost(origin: URL, host: string | undefined, publicUrl: string): boolean {
  return origin.host === host && (origin.protocol === "https:" || !publicUrl.startsWith("https:"))
}
