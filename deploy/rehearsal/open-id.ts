import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { RunningProcess } from "#server/testing/processes/processes.ts"
import { startProduct } from "./product.ts"
import { freePorts } from "./programs.ts"
import type { Rehearsal } from "./rehearsal.ts"

/** A certified provider of the OpenID Foundation's list, by its npm package: Debian has none. */
const providerPackage = "oidc-provider@9.13.3"

type OpenProvider = new (issuer: string, configuration: object) => { callback(): RequestListener }

/** A browser without windows: keeps cookies by host and port, and follows where it is led. */
class Client {
  private readonly jar = new Map<string, Map<string, string>>()

  async go(to: string, form?: Record<string, string>): Promise<{ url: string; text: string }> {
    let [url, body] = [to, form]
    for (let hop = 0; hop < 20; hop++) {
      const cookies = this.jar.get(new URL(url).host) ?? new Map<string, string>()
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const request = body ? { method: "POST", body: new URLSearchParams(body) } : {}
      const reply = await fetch(url, { ...request, redirect: "manual", headers: { cookie } })
      for (const line of reply.headers.getSetCookie()) {
        const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s)
        cookies.set(name, value)
      }
      this.jar.set(new URL(url).host, cookies)
      const next = reply.headers.get("location")
      if (next === null) return { url, text: await reply.text() }
      const address = new URL(next, url)
      // Google's choice between accounts is no part of the standard, and this provider refuses what it does not know.
      if (address.searchParams.get("prompt") === "select_account") address.searchParams.delete("prompt")
      url = address.href
      body = undefined
    }
    throw new Error(`It leads on and on, at last to ${url}`)
  }
}

/** Signs in by the provider's own pages. @returns where the person ends, and the account as it is then */
async function signIn(product: RunningProcess, login: string): Promise<Record<string, unknown>> {
  const client = new Client()
  const back = new URLSearchParams({
    project: "aworan",
    success: `${product.url}/v1/account`,
    failure: `${product.url}/v1/health`,
  })
  let page = await client.go(`${product.url}/v1/account/sessions/oauth2/google?${back}`)
  for (let step = 0; step < 4 && page.url.includes("/interaction/"); step++) {
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? page.url
    const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? "login"
    page = await client.go(new URL(action, page.url).href, { prompt, login, password: "any" })
  }
  if (!page.url.startsWith(`${product.url}/v1/account`))
    throw new Error(`It ended at ${page.url}: ${page.text.slice(0, 300)}`)
  return JSON.parse((await client.go(`${product.url}/v1/account`)).text)
}

/** Sign-in by a provider that goes by the standard and nothing else. */
export const openId: Rehearsal = {
  name: "openid",
  packages: {},
  seconds: 240,
  async run(stage) {
    const { dir, row } = stage
    const npm = [
      "install",
      "--no-audit",
      "--no-fund",
      "--no-save",
      "--loglevel=error",
      "--prefix",
      dir,
      providerPackage,
    ]
    execFileSync("npm", npm, { cwd: dir, stdio: "ignore", timeout: 120_000 })
    const module = pathToFileURL(join(dir, "node_modules/oidc-provider/lib/index.js")).href
    const { Provider } = (await import(module)) as { Provider: OpenProvider }
    const [port = 0, productPort = 0] = await freePorts(2)
    const issuer = `http://localhost:${port}`

    /** Whom the provider knows, by login. */
    const people: Record<string, object> = {
      confirmed: { email: "ada.confirmed@example.test", email_verified: true, name: "Ada Obi" },
      silent: { email: "ada.silent@example.test", name: "Ada Obi" },
      odd: { email: "Ada+Odd&Co@EXAMPLE.test", email_verified: "true", name: ["Ada", "Obi"], locale: { a: 1 } },
    }
    /** @param inToken whether the token itself tells address and name */
    const open = async (inToken: boolean): Promise<() => void> => {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: "aworan",
            client_secret: "a secret of the rehearsal",
            redirect_uris: [`http://localhost:${productPort}/v1/account/sessions/oauth2/callback/google/aworan`],
            token_endpoint_auth_method: "client_secret_post",
          },
        ],
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "locale"] },
        conformIdTokenClaims: !inToken,
        findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
      })
      const server = createServer(provider.callback()).listen(port, "127.0.0.1")
      await once(server, "listening")
      return () => {
        server.closeAllConnections()
        server.close()
      }
    }
    const product = await startProduct(stage, {
      PORT: String(productPort),
      GOOGLE_CLIENT_ID: "aworan",
      GOOGLE_CLIENT_SECRET: "a secret of the rehearsal",
      GOOGLE_ISSUER: issuer,
      ENGINE: "fake",
    })
    for (const inToken of [false, true]) {
      const where = inToken ? "in the token" : "at its address for more of a person only"
      const close = await open(inToken)
      await row(`who is confirmed, told ${where}, signs in with a confirmed address`, async () => {
        const account = await signIn(product, "confirmed")
        assert.deepEqual([account.email, account.emailVerification], ["ada.confirmed@example.test", true])
      })
      await row(`who is not said to be confirmed, told ${where}, signs in unconfirmed`, async () => {
        const account = await signIn(product, "silent")
        assert.deepEqual([account.email, account.emailVerification], ["ada.silent@example.test", false])
      })
      await row(`claims of another kind than usual, told ${where}, keep nobody out`, async () => {
        const account = await signIn(product, "odd")
        assert.equal(account.email, "ada+odd&co@example.test")
      })
      close()
    }
  },
}
