import { BlockList, isIP, isIPv6 } from "node:net"
import type { FastifyRequest } from "fastify"
import { AppError } from "#server/platform/errors.ts"
import { isEqual } from "#server/platform/security/signature.ts"
import { isLoopbackHost } from "./origins.ts"

const loopbackAddresses = ["127.0.0.1", "::1", "::ffff:127.0.0.1"]
const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]

/**
 * Whether a request comes straight from this machine, and names it: a page of a foreign name that leads here (DNS
 * rebinding) and whatever a proxy passes on do not count.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const isDirect = forwardingHeaders.every((name) => request.headers[name] === undefined)
  const isLoopback = loopbackAddresses.includes(request.socket.remoteAddress ?? "")
  return isDirect && isLoopback && isLoopbackHost(request.headers.host)
}

/** Who may read what is for those who run the product. */
export interface InsideSettings {
  metricsToken: string | null
  insideNetworks: readonly string[]
}

/** @returns the networks of a list of addresses and of networks such as `10.0.0.0/8`; null when one is neither */
export function readNetworks(texts: readonly string[]): BlockList | null {
  const networks = new BlockList()
  for (const text of texts) {
    const [address = "", bits = isIPv6(text) ? "128" : "32", ...rest] = text.split("/")
    const isRight = isIP(address) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits)
    if (!isRight || Number(bits) > (isIPv6(address) ? 128 : 32)) return null
    networks.addSubnet(address, Number(bits), isIPv6(address) ? "ipv6" : "ipv4")
  }
  return networks
}

/** @returns whether a request comes from this machine or from one of the listed networks */
export function loopbackCheck({ insideNetworks }: Pick<InsideSettings, "insideNetworks">) {
  const networks = readNetworks(insideNetworks) ?? new BlockList()
  return (request: FastifyRequest): boolean => {
    // A caller who left already has no address any more.
    const ip = String(request.ip ?? "").replace(/^::ffff:(?=\d+\.)/i, "")
    const isListed = isIP(ip) !== 0 && networks.check(ip, isIPv6(ip) ? "ipv6" : "ipv4")
    return isListed || isFromThisMachine(request)
  }
}

/** @returns a check that refuses all but this machine, the listed networks, and those who send the token */
export function requireLoopbackOf(settings: InsideSettings): (request: FastifyRequest) => void {
  const isInside = loopbackCheck(settings)
  return (request) => {
    if (isInside(request) || hasToken(request, settings.metricsToken)) return
    throw new AppError("general_route_not_found", "There is no such page.")
  }
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  return token !== null && isEqual(headers.authorization, `Bearer ${token}`)
}
