import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { expect, type Page, test } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { type RunningProcess, startProcess } from "#server/testing/processes/processes.ts"
import { answerPush, newBrowser } from "#server/testing/providers/push-service.ts"

const port = Number(process.env.E2E_PORT ?? 3877) + 6
const url = `http://localhost:${port}`
const device = "https://push.example.com/phone"
test.use({ baseURL: url })

let dir: string
let product: RunningProcess
let service: Server
/** What the push service took, opened with the browser's keys. */
let pushed: unknown[]
/** Whether the browser is known there still. */
let isGone: boolean
const phone = newBrowser()

/** Push is for installations with a public address; this browser reaches it where it really is. */
const pushing = {
  PUBLIC_URL: "https://studio.example.com",
  TRUSTED_ORIGINS: url,
  MAIL_URL: "captured",
  PUSH_SERVICE: `http://127.0.0.1:${port + 1}`,
}

const start = (more: Record<string, string> = {}, program = "server/main.ts") =>
  startProcess({ DATA_DIR: dir, PORT: String(port), RATE_LIMIT_FACTOR: "100", ...more }, program)

test.beforeEach(async () => {
  pushed = []
  isGone = false
  service = createServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const body = await buffer(request)
    const status = isGone ? 410 : answerPush(new URL(device), { headers, body }, Date.now() / 1_000)
    if (status === 201) pushed.push(phone.open(body))
    response.writeHead(status).end()
  }).listen(port + 1, "127.0.0.1")
  await once(service, "listening")
  dir = mkdtempSync(join(tmpdir(), "aworan-push-"))
  product = await start()
})
test.afterEach(async () => {
  await product.kill()
  service.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Orders a picture that the engine refuses to draw. */
async function orderInVain(page: Page): Promise<void> {
  const data = { prompt: "[fail] a clay pot", aspect_ratio: "1:1", mode: "flux1.1-pro" }
  const reply = await page.request.post("/image-gen-with-flux-1.1", { data, headers: { origin: url } })
  expect(reply.status(), await reply.text()).toBe(502)
}

test("a browser that asked for it is pushed to once for ordered work, sealed and signed, and forgotten when it is gone", {
  tag: "@phone",
}, async ({ page, context }) => {
  await context.grantPermissions(["notifications"])
  // The browser of the journeys has no push service of its own: what it would hand to the site is played.
  await context.addInitScript(
    ([endpoint, keys]) => {
      const played = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
      let isOn = false
      PushManager.prototype.subscribe = async () => {
        isOn = true
        return played as unknown as PushSubscription
      }
      PushManager.prototype.getSubscription = async () => (isOn ? (played as unknown as PushSubscription) : null)
    },
    [device, phone.keys] as const,
  )
  // Its mails can be read on an installation without one alone.
  await signUpConfirmed(page, url)
  await product.stop()
  product = await start(pushing, "server/testing/processes/run-with-push.ts")
  // The same by day and by night.
  const noQuiet = await page.request.patch("/notices/settings", { data: { quiet: null }, headers: { origin: url } })
  expect(noQuiet.ok()).toBe(true)
  await page.goto("/account#notices")
  await page.getByRole("switch", { name: "Tell me in this browser" }).click()
  await expect(page.getByRole("switch", { name: "Tell me in this browser" })).toBeChecked()
  await expectAccessible(page)

  await orderInVain(page)
  await expect.poll(() => pushed.length).toBe(1)
  const message = pushed[0] as { id: string; title: string; text: string; path: string }
  expect(message.text).toContain("credits are back.")

  await test.step("the app's worker shows it, under one name however often it comes", async () => {
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error("There is no worker.")
    // This browser has no place for what is shown.
    await worker.evaluate(() => {
      const scope = globalThis as unknown as { shown: object[]; registration: ServiceWorkerRegistration }
      scope.shown = []
      scope.registration.showNotification = async (title, { body, tag } = {}) =>
        void scope.shown.push({ title, body, tag })
    })
    const session = await context.newCDPSession(page)
    const { promise: registrationId, resolve } = Promise.withResolvers<string>()
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      for (const known of registrations) resolve(known.registrationId)
    })
    await session.send("ServiceWorker.enable")
    const data = JSON.stringify(message)
    for (let n = 0; n < 2; n++) {
      const pushedTo = { origin: url, registrationId: await registrationId }
      await session.send("ServiceWorker.deliverPushMessage", { ...pushedTo, data })
    }
    const { id, title, text: body } = message
    const one = { title, body, tag: `notice-${id}` }
    const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown)
    await expect.poll(shown).toEqual([one, one])
  })

  isGone = true
  await orderInVain(page)
  const devices = async () => (await (await page.request.get("/notices/settings")).json()).data.pushDevices
  await expect.poll(devices).toBe(0)
  isGone = false
  await orderInVain(page)
  await expect(page.getByRole("button", { name: "Notices, 3 unread" })).toBeVisible()
  expect(pushed).toHaveLength(1)
})
