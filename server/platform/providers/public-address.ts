import { BlockList, isIP } from "node:net"

/** IPv4 networks that are not the public internet (IANA special-purpose registry). */
const closed4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const

/**
 * IPv6 networks within global unicast that are special or carry another address inside: Teredo, documentation, 6to4.
 * Everything outside 2000::/3 is closed too: mapped addresses, NAT64, unique local, link-local, multicast.
 */
const closed6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const

const closed = new BlockList()
for (const [network, bits] of closed4) closed.addSubnet(network, bits, "ipv4")
for (const [network, bits] of closed6) closed.addSubnet(network, bits, "ipv6")

const unicast6 = new BlockList()
unicast6.addSubnet("2000::", 3, "ipv6")

/** Whether an address is one of the public internet, so that our server may be sent there (docs/security.md#fetching). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, "ipv4")
  return family === 6 && unicast6.check(address, "ipv6") && !closed.check(address, "ipv6")
}
