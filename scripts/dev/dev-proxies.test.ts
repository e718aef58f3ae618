import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type ProxyOptions, resolveConfig } from "vite"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { contractCalls } from "#scripts/checks/contract-calls.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

const root = new URL("../../", import.meta.url)
const page = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

/** What `npm run dev` passes on, as Vite itself reads it. */
async function readProxies(port: string): Promise<[string, ProxyOptions][]> {
  vi.stubEnv("PORT", port)
  const { server } = await resolveConfig({ configFile: fileURLToPath(new URL("vite.config.ts", root)) }, "serve")
  vi.unstubAllEnvs()
  return Object.entries(server.proxy ?? {}).map(([key, options]) => [
    key,
    typeof options === "string" ? { target: options } : options,
  ])
}

const filled = (path: string): string => path.replaceAll(/:\w+\??/g, "x1")

/** What a server answers. @param tree as Fastify prints it, each line below the beginning of its address */
function routesIn(tree: string): { method: string; url: string }[] {
  const beginnings: string[] = []
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] = line.match(/^([│├└─ ]*)(\S+)(?: \((.+)\))?$/) ?? []
    const depth = indent.length / 4
    const path = `${beginnings[depth - 1] ?? ""}${part}`
    beginnings[depth] = path
    return (methods.match(/[A-Z]+/g) ?? []).map((method) => ({ method, url: filled(path) }))
  })
}

describe("the browser app's own server", () => {
  let proxies: [string, ProxyOptions][]
  beforeAll(async () => {
    proxies = await readProxies("")
  })

  /** As Vite chooses. */
  const proxyOf = (url: string): ProxyOptions | undefined =>
    proxies.find(([key]) => (key.startsWith("^") ? new RegExp(key).test(url) : url.startsWith(key)))?.[1]

  /** @returns whether the product's server gets a request */
  const isPassedOn = (method: string, url: string, accept = "*/*"): boolean => {
    const proxy = proxyOf(url)
    return (
      proxy !== undefined && proxy.bypass?.({ method, url, headers: { accept } } as never, undefined, proxy) == null
    )
  }

  test("passes every call of the contract on, whatever is accepted", async () => {
    const calls = await contractCalls()
    expect(calls.length).toBeGreaterThan(200)
    const asked = calls.flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((one) => ({ method, url: filled(one) })),
    )
    // A form as a browser sends it by itself, and a download it is led to, want HTML as pages do.
    for (const accept of ["*/*", page]) {
      expect(asked.filter(({ method, url }) => !isPassedOn(method, `${url}?a=b`, accept))).toEqual([])
    }
  })

  test("passes every address on that the product's server has", async () => {
    const t: TestApp = await openTestApp({ hasWorker: false, settings: { PAYMENTS: "sandbox" } })
    const tree = t.app.printRoutes({ commonPrefix: false })
    await t.close()
    const routes = routesIn(tree)
    expect(routes.length).toBeGreaterThan(300)
    expect(routes).toContainEqual({ method: "GET", url: "/v1/storage/buckets/x1/files/x1/view" })
    for (const accept of ["*/*", page]) {
      expect(routes.filter(({ method, url }) => !isPassedOn(method, url, accept))).toEqual([])
    }
  })

  test("keeps pages, and what they are made of", () => {
    const routes = ["public-routes.ts", "signed-in-routes.ts", "router.tsx"].map((name) =>
      readFileSync(new URL(`web/app/${name}`, root), "utf8"),
    )
    const pages = routes.flatMap((text) =>
      [...text.matchAll(/path: "(\/[^"]*)"/g)].map(([, path = ""]) => filled(path)),
    )
    expect(pages.length).toBeGreaterThan(60)
    expect(pages.filter((url) => isPassedOn("GET", `${url}?next=photo.jpg`, page))).toEqual([])
    const files = readdirSync(new URL("web/", root), { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? `/${entry.name}/some-part.tsx` : `/${entry.name}`,
    )
    expect([...files, "/@vite/client", "/@fs/app/contract/errors.ts"].filter((url) => isPassedOn("GET", url))).toEqual(
      [],
    )
  })

  test("passes sockets on", () => {
    expect(proxyOf("/v1/realtime")?.ws).toBe(true)
  })

  test.each([
    ["", "http://localhost:3000"],
    ["3990", "http://localhost:3990"],
  ])("looks for the product's server where PORT=%s says", async (port, target) => {
    const targets = new Set((await readProxies(port)).map(([, options]) => options.target))
    expect([...targets]).toEqual([target])
  })
})
