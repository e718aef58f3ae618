const loopback = ["localhost", "127.0.0.1", "[::1]"]

/** Whether an address leads to the machine it is used on. */
export function isOnThisMachine(url: string): boolean {
  return loopback.includes(new URL(url).hostname)
}

/** Host names whose pages may call and to which links in mails may point; our own always, never taken from a request. */
export function trustedHosts(config: { publicUrl: string; trustedOrigins: readonly string[] }): Set<string> {
  const own = new URL(config.publicUrl).hostname
  const hosts = [own, ...config.trustedOrigins.map((host) => host.replace(/:\d+$/, "").toLowerCase())]
  return new Set(loopback.includes(own) ? [...hosts, ...loopback] : hosts)
}

/** @returns the address when it is http(s), without name and password, on a trusted host (checklist 2.9); else null */
export function readTrustedUrl(text: string, hosts: Set<string>): URL | null {
  if (/[\\\p{C}\s]/u.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === "http:" || url.protocol === "https:"
  return isWeb && !url.username && !url.password && hosts.has(url.hostname) ? url : null
}
