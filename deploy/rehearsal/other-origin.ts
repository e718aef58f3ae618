import assert from "node:assert/strict"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { chromium } from "@playwright/test"
import { findBrowser } from "#scripts/machine/browser.ts"
import { startProduct } from "./product.ts"
import { freePorts } from "./programs.ts"
import type { Rehearsal } from "./rehearsal.ts"

const sdks = {
  "SDK 13": new URL("../../node_modules/appwrite/dist/iife/sdk.js", import.meta.url),
  "SDK 27": new URL("../../node_modules/appwrite-27/dist/iife/sdk.js", import.meta.url),
}

/** What a page begins with: the SDK's own things, set to the product. */
const open = (endpoint: string): string => `
  const { Client, Account, Databases, Storage, Query, ID } = window.Appwrite
  const client = new Client().setEndpoint(${JSON.stringify(endpoint)}).setProject("aworan")
  const account = new Account(client), databases = new Databases(client), storage = new Storage(client)
  const failing = (promise) => promise.then(() => "it was taken", (error) => [error.code, error.type, error.message])
`

/** Both SDKs in a real browser, on a page of another site than the product's. */
export const otherOrigin: Rehearsal = {
  name: "sdks",
  packages: {},
  seconds: 240,
  async run(stage) {
    const { row, afterwards } = stage
    const [pagePort = 0] = await freePorts(1)
    const scripts = Object.values(sdks).map((file) => readFileSync(file))
    const server = createServer((request, response) => {
      const number = Number(/^\/sdk(\d)\.js$/.exec(request.url ?? "")?.[1] ?? -1)
      const script = scripts[number]
      if (script) return response.setHeader("content-type", "text/javascript").end(script)
      const html = `<!doctype html><title>Shop</title><script src="/sdk${request.url?.slice(1) || 0}.js"></script>`
      return response.setHeader("content-type", "text/html").end(html)
    }).listen(pagePort, "127.0.0.1")
    await once(server, "listening")
    afterwards(() => server.close())
    // To a browser 127.0.0.1 and localhost are two sites.
    const product = await startProduct(stage, {
      TRUSTED_ORIGINS: `http://127.0.0.1:${pagePort}`,
      SESSION_FALLBACK: "secret",
      CONFORMANCE: "1",
      ENGINE: "fake",
    })
    const browser = await chromium.launch({ executablePath: findBrowser() })
    afterwards(() => browser.close())
    for (const [number, name] of Object.keys(sdks).entries()) {
      const page = await (await browser.newContext()).newPage()
      await page.goto(`http://127.0.0.1:${pagePort}/${number}`)
      const act = (code: string): Promise<unknown> =>
        page.evaluate(`(async () => { ${open(`${product.url}/v1`)} ${code} })()`)
      const email = `shop-${number}@example.com`

      await row(`${name} signs up and in, and stays signed in`, async () => {
        const signIn = number === 0 ? "createEmailSession" : "createEmailPasswordSession"
        const id = await act(`
          await account.create(ID.unique(), "${email}", "a long enough password", "Ada Shop")
          await account.${signIn}("${email}", "a long enough password")
          return (await account.get()).email`)
        assert.equal(id, email)
        await page.reload()
        assert.equal(await act("return (await account.get()).email"), email)
      })
      await row(`${name} is told what is wrong in words`, async () => {
        const refusal = await act(`return failing(account.updatePassword("a new long password", "not the old one"))`)
        assert.deepEqual((refusal as unknown[]).slice(0, 2), [401, "user_invalid_credentials"])
      })
      await row(`${name} reads documents and what happened to the account`, async () => {
        const read = await act(`
          await account.updatePrefs({ theme: "dark" })
          const list = await databases.listDocuments("main", "generations", [Query.limit(5)])
          const logs = await account.listLogs([Query.limit(25)])
          return { total: list.total, events: logs.logs.map((log) => log.event) }`)
        const { total, events } = read as { total: number; events: string[] }
        assert.equal(total, 0)
        for (const event of ["user.create", "session.create", "user.update"])
          assert.ok(events.includes(event), `${events}`)
      })
      await row(`${name} uploads a file in pieces and reads it back`, async () => {
        const size = await act(`
          const bytes = new Uint8Array(6 * 1024 * 1024).fill(65)
          const file = await storage.createFile("scratch", ID.unique(), new File([bytes], "ẹ̀kọ́.txt", { type: "text/plain" }))
          const stored = await storage.getFile("scratch", file.$id)
          return [stored.name, stored.sizeOriginal, stored.chunksUploaded]`)
        assert.deepEqual(size, ["ẹ̀kọ́.txt", 6 * 1024 * 1024, 2])
      })
      await row(`${name} hears of changes at once`, async () => {
        const events = await act(`
          return new Promise((resolve, reject) => {
            setTimeout(() => reject(new Error("Nothing was heard.")), 15_000)
            client.subscribe("account", (event) => resolve(event.events))
            setTimeout(() => account.updateName("Ada Heard"), 1_500)
          })`)
        assert.ok(
          (events as string[]).some((event) => /^users\.\w+\.update/.test(event)),
          `${events}`,
        )
      })
      await row(`a body that is too large is refused where ${name}'s page can read it`, async () => {
        const reply = await act(`
          const body = JSON.stringify({ text: "x".repeat(4 * 1024 * 1024) })
          const fallback = localStorage.getItem("cookieFallback")
          const headers = { "content-type": "application/json", "x-fallback-cookies": fallback }
          const reply = await fetch(${JSON.stringify(product.url)} + "/v1/account/prefs", { method: "PATCH", headers, body, credentials: "include" })
          return [reply.status, (await reply.json()).type]`)
        assert.deepEqual(reply, [413, "request_too_large"])
      })
      await row(`${name} signs out`, async () => {
        const refusal = await act(`await account.deleteSession("current"); return failing(account.get())`)
        assert.equal((refusal as unknown[])[0], 401)
      })
      await page.context().close()
    }
  },
}
