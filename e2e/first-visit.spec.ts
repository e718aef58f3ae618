import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test"
import { expectAccessible } from "./accessible.ts"
import { fillSignUp, mailedLink, newPerson, signUpConfirmed } from "./person.ts"
import { expectDrawn } from "./picture-work.ts"
import { productPhotos } from "./product-photos.ts"

interface Line {
  requests: number
  /** What has come, in bytes by its address. */
  cameOf: Map<string, number>
  /** All of it. */
  readonly bytes: number
}

/** Makes the page's line a slow 3G (400 ms, 50 kB/s both ways) and counts what goes over it. */
async function slowLine(context: BrowserContext, page: Page): Promise<Line> {
  const line: Line = {
    requests: 0,
    cameOf: new Map(),
    get bytes() {
      return [...this.cameOf.values()].reduce((sum, bytes) => sum + bytes, 0)
    },
  }
  const addresses = new Map<string, string>()
  const session = await context.newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    addresses.set(requestId, request.url)
    if (request.url.startsWith("http")) line.requests += 1
  })
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId) ?? ""
    line.cameOf.set(address, (line.cameOf.get(address) ?? 0) + encodedDataLength)
  })
  return line
}

/** Has the page remember when a heading came to stand in it: whoever looks from outside sees it later, and more has come. */
async function rememberHeading(page: Page, heading: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const observer = new MutationObserver(() => {
      const headings = [...document.querySelectorAll("h1, h2, h3")]
      if (!headings.some(({ textContent }) => textContent === wanted)) return
      performance.mark(wanted)
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  }, heading)
}

/** Bytes that had come when the remembered heading stood there. */
async function bytesUntil(page: Page, line: Line, heading: string): Promise<number> {
  const before = await page.evaluate((wanted) => {
    const until = performance.getEntriesByName(wanted, "mark")[0]?.startTime ?? Number.NaN
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
    return [location.href, ...resources.filter(({ responseEnd }) => responseEnd <= until).map(({ name }) => name)]
  }, heading)
  // Without the mark there would be the page alone.
  expect(before.length).toBeGreaterThan(5)
  return [...new Set(before)].reduce((sum, address) => sum + (line.cameOf.get(address) ?? 0), 0)
}

/** Waits until everything has come that the page asks for by itself. */
async function cameToRest(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState("networkidle")
}

test(
  "on slow 3G from the first page to a picture of one's own, in at most 12 taps",
  { tag: "@phone" },
  async ({ page, context }, info) => {
    const person = newPerson()
    const line = await slowLine(context, page)
    let taps = 0
    const started = Date.now()
    const tell = (what: string): void => {
      const seconds = ((Date.now() - started) / 1_000).toFixed(1)
      const description = `${seconds} s, ${taps} taps, ${line.requests} requests, ${Math.round(line.bytes / 1_000)} kB`
      console.log(`${what}: ${description}`)
      info.annotations.push({ type: what, description })
    }
    const tap = async (place: Locator): Promise<void> => {
      taps += 1
      await place.tap()
    }

    await page.goto("/", { waitUntil: "commit" })
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    tell("first page read")
    await tap(page.getByRole("link", { name: /Try these words/ }).first())
    await expect(page.getByLabel("First name")).toBeVisible()
    tell("form read")
    // A thumb taps the first field and goes on with "next" on its keyboard; the box of the terms and the button are taps.
    taps += 3
    await fillSignUp(page, person)
    await expect(page).toHaveURL(/\/generations\/flux/)
    const words = page.getByLabel("Prompt", { exact: true })
    await expect(words).not.toHaveValue("")
    tell("signed up, the words are there")

    // The mail is opened and its link pressed.
    taps += 2
    await page.goto(await mailedLink(page, person.email), { waitUntil: "commit" })
    await tap(page.getByRole("button", { name: "Verify my account" }))
    await expect(page.getByLabel(/20 credits/).first()).toBeVisible()
    tell("confirmed")
    if (!/\/generations\/flux/.test(page.url())) await tap(page.getByRole("button", { name: "Go to the generator" }))
    await expect(words).not.toHaveValue("")
    await tap(page.getByRole("button", { name: /^Generate \(/ }))
    await expectDrawn(page.getByRole("link", { name: "View Image" })).toBeVisible()
    tell("picture")

    expect(taps).toBeLessThanOrEqual(12)
    expect(line.bytes).toBeLessThan(1_500_000)
  },
)

/** What a first visit may cost: requests and thousands of bytes, until the page asks for nothing more. */
const budgets = [
  { path: "/", requests: 15, kilobytes: 225 },
  { path: "/pricing", requests: 15, kilobytes: 245 },
  { path: "/sign-in", requests: 15, kilobytes: 340 },
  { path: "/sign-up", requests: 15, kilobytes: 340 },
  { path: "/forgot-password", requests: 15, kilobytes: 340 },
] as const

for (const { path, requests, kilobytes } of budgets) {
  test(`a first visit of ${path} stays within its budget`, { tag: "@phone" }, async ({ page, context }, info) => {
    const line = await slowLine(context, page)
    await cameToRest(page, path)
    info.annotations.push({ type: path, description: `${line.requests} requests, ${line.bytes} bytes` })
    expect(line.requests).toBeLessThanOrEqual(requests)
    expect(line.bytes).toBeLessThanOrEqual(kilobytes * 1_000)
  })
}

test("/app takes words before its code is there, hands them on, and stays within its budget", {
  tag: "@phone",
}, async ({ page, context, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  const line = await slowLine(context, page)
  await rememberHeading(page, "First steps")
  const held: (() => void)[] = []
  let isHeld = true
  await page.route(/\/assets\/(?!index|first).*\.js/, async (route) => {
    if (isHeld) await new Promise<void>((release) => held.push(release))
    await route.continue()
  })
  // The code of menus and dialogs comes after the first look, and later still here.
  let isMenuHeld = true
  const heldMenu: (() => void)[] = []
  await page.route(/\/assets\/boxes-.*\.js/, async (route) => {
    if (isMenuHeld) await new Promise<void>((release) => heldMenu.push(release))
    await route.continue()
  })
  await page.goto("/app", { waitUntil: "commit" })
  const words = page.getByLabel("What do you want to see?")
  await words.pressSequentially("a blue kettle on a tabl")
  await words.press("ArrowLeft")
  await expectAccessible(page)
  isHeld = false
  for (const release of held) release()
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible()
  const aliveBytes = await bytesUntil(page, line, "First steps")
  await expect(words).toBeFocused()
  // The writing mark stands where it stood.
  await page.keyboard.type("X")
  await expect(words).toHaveValue("a blue kettle on a tabXl")
  // With 50 kB a second, alive within 5 seconds.
  expect(aliveBytes).toBeLessThanOrEqual(200_000)
  await page.getByRole("button", { name: /^Account of/ }).press("Enter")
  isMenuHeld = false
  for (const release of heldMenu) release()
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: /^Account of/ })).toBeFocused()
  await page.waitForLoadState("networkidle")
  // With what is read again once the page hears of changes, long after it can be used.
  expect(line.requests).toBeLessThanOrEqual(36)
  expect(line.bytes).toBeLessThanOrEqual(400_000)
})

test(
  "a gallery with more photos than a screen shows stays within its budget",
  { tag: "@phone" },
  async ({ page, context, baseURL }, info) => {
    await signUpConfirmed(page, baseURL ?? "")
    const photos = await productPhotos(1_600)
    for (const file of [...photos, ...photos]) {
      const multipart = { fileId: "unique()", file }
      const headers = { origin: baseURL ?? "" }
      const kept = await page.request.post("/v1/storage/buckets/images/files", { headers, multipart })
      expect(kept.ok(), await kept.text()).toBe(true)
    }
    const line = await slowLine(context, page)
    await page.goto("/photo-gallery?tab=uploads", { waitUntil: "commit" })
    const areSeen = (): Promise<boolean> =>
      page.evaluate(() => {
        const shown = [...document.querySelectorAll<HTMLImageElement>('img[alt^="tin "]')]
        return shown.length > 1 && shown.every(({ naturalWidth }) => naturalWidth > 0)
      })
    await expect.poll(areSeen).toBe(true)
    await page.waitForLoadState("networkidle")
    info.annotations.push({ type: "gallery", description: `${line.requests} requests, ${line.bytes} bytes` })
    expect(line.bytes).toBeLessThanOrEqual(400_000)
  },
)

test("the button of /app, pressed before its code is there, opens the generator with the words", {
  tag: "@phone",
}, async ({ page, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  let release = (): void => {}
  const gate = new Promise<void>((open) => {
    release = open
  })
  await page.route(/\/assets\/(?!index|first).*\.js/, async (route) => {
    await gate
    await route.continue()
  })
  let pages = 0
  page.on("request", (request) => {
    if (request.isNavigationRequest()) pages += 1
  })
  // The first script, which takes the press, is there once it asks who is here.
  const firstScript = page.waitForRequest("**/v1/account")
  await page.goto("/app", { waitUntil: "commit" })
  await page.getByLabel("What do you want to see?").fill("a blue kettle")
  await firstScript
  await page.getByRole("button", { name: "Go to the generator" }).click()
  release()
  await expect(page.getByLabel("Prompt", { exact: true })).toHaveValue("a blue kettle")
  expect(pages).toBe(1)
})

test("an account can be made without scripts, and the studio opens once they are allowed", { tag: "@phone" }, async ({
  browser,
  page,
  baseURL,
}) => {
  const person = newPerson()
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const plain = await context.newPage()
  await plain.goto("/sign-up?to=%2Fgenerations")
  await fillSignUp(plain, person)
  await expect(plain.getByRole("heading", { name: "Your account is ready" })).toBeVisible()
  expect(plain.url()).not.toContain(person.email.split("@")[0])
  const onwards = await plain.getByRole("link", { name: "Open the studio" }).getAttribute("href")
  // The pages of mailed links are forms as well.
  await plain.goto("/reset-password?userId=nobody&secret=wrong")
  await plain.getByLabel("New password").fill(person.password)
  await plain.getByLabel("Confirm password").fill(person.password)
  await plain.getByRole("button", { name: "Save the new password" }).click()
  await expect(plain.getByRole("link", { name: "Ask for a new link" })).toBeVisible()
  await plain.goto(await mailedLink(page, person.email))
  await plain.getByRole("button", { name: "Verify my account" }).click()
  await expect(plain.getByRole("heading", { name: "Your e-mail is confirmed" })).toBeVisible()
  await plain.goto("/app")
  await expect(plain.getByRole("heading", { name: "This page needs scripts" })).toBeVisible()
  await page.context().setStorageState(await context.storageState())
  await context.close()
  await page.goto(onwards ?? "")
  await expect(page).toHaveURL(/\/generations$/)
  await expect(page.getByLabel(/20 credits/).first()).toBeVisible()
})
