import { contractCalls } from "#scripts/checks/contract-calls.ts"

/** What the server answers besides the calls of the contract: files, what providers send, pages for whoever runs it. */
const otherReads = [
  "/pictures/*",
  "/photoshoots/*",
  "/picture/*",
  "/shared/*",
  "/own-pictures/trash/:source/:id/preview",
  "/tries/:id/picture",
  "/tries/:id/preview",
  "/order-previews/*",
  "/cut-outs/*",
  "/training-looks/*",
  "/shop/*",
  "/shop-pictures/*",
  "/sitemap-shops.xml",
  "/operators/*",
  "/brochures/*",
  "/study-kits/*",
  "/program-resources/*",
  "/webhooks/*",
  "/hooks/*",
  "/v1/*",
  "/dev.css",
  "/dev/mail",
  "/dev/mail.json",
  "/dev/mail/*",
  "/dev/messages.json",
  "/dev/pay/*",
  "/docs",
  "/docs/*",
  "/healthz",
  "/readyz",
  "/metrics",
]

/** Matches the addresses that a path of the contract stands for. */
function patternOf(path: string): RegExp {
  const parts = path.split("/").map((part) => {
    if (part === "*") return ".+"
    return part.startsWith(":") ? "[^/]+" : part.replace(/[.+()]/g, "\\$&")
  })
  return new RegExp(`^${parts.join("/")}$`)
}

interface AskedFor {
  method?: string | undefined
  url?: string | undefined
  headers: { accept?: string | undefined }
}

interface Proxy {
  target: string
  ws: boolean
  bypass: (request: AskedFor) => string | undefined
}

/**
 * What the browser app's own server passes on to the product's. Calls and pages share first words (/account): whoever
 * wants to read HTML gets the page, unless the server reads out something there.
 * @param port where the product's server listens
 * @returns settings by a pattern of addresses
 */
export async function devProxies(port: string | undefined): Promise<Record<string, Proxy>> {
  const calls = await contractCalls()
  const called = calls.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((one) => ({ method, path: one })),
  )
  const reads = [...called.filter(({ method }) => method === "GET").map(({ path }) => path), ...otherReads].map(
    patternOf,
  )

  const isPage = ({ method, url = "", headers }: AskedFor): boolean => {
    const path = url.split("?")[0] ?? ""
    if (method !== "GET" && method !== "HEAD") return false
    if (!headers.accept?.includes("text/html") || /\.\w+$/.test(path)) return false
    return !reads.some((pattern) => pattern.test(path))
  }

  const firstWords = [...called.map(({ path }) => path), ...otherReads].map((path) =>
    // Vite serves pages of its own below this word.
    path.startsWith("/dev/") ? path.replace(/\/\*$/, "") : `/${path.split("/")[1]}`,
  )
  const target = `http://localhost:${port?.trim() || 3000}`
  const proxyFor = (first: string): [string, Proxy] => [
    `^${first.replaceAll(".", "\\.")}(?:[/?]|$)`,
    { target, ws: first === "/v1", bypass: (request) => (isPage(request) ? "/index.html" : undefined) },
  ]
  return Object.fromEntries([...new Set(firstWords)].map(proxyFor))
}
