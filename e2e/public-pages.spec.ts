import { expect, type Page, test } from "@playwright/test"
import type { ProgramCohort } from "#contract/academy/admissions.ts"
import { clientErrorPath } from "#contract/catalogue/client-errors.ts"
import { complaints } from "./accessible.ts"
import { publicPaths, wake } from "./public-pages.ts"

/** Everything the page says in its console, and every request to another host. */
function listen(page: Page): string[] {
  const said: string[] = []
  page.on("console", (message) => said.push(message.text()))
  page.on("pageerror", (error) => said.push(String(error)))
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol.startsWith("http") && host !== new URL(page.url()).host && page.url() !== "about:blank") {
      said.push(`asks ${host}`)
    }
  })
  return said
}

/** Runs inside the page: steps between headings that leave a level out, and how often each landmark is there. */
function readOutline(): { leaps: string[]; landmarks: number[] } {
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter((one) => one.checkVisibility())
  const level = (heading: Element | undefined): number => Number(heading?.tagName.slice(1) ?? 0)
  const leaps = headings.filter((heading, index) => level(heading) > level(headings[index - 1]) + 1)
  return {
    leaps: leaps.map(({ textContent }) => textContent ?? ""),
    landmarks: ["body > * header:not(main *)", "main", "footer:not(main *)", "h1"].map(
      (part) => document.querySelectorAll(part).length,
    ),
  }
}

for (const path of publicPaths) {
  test(`${path} is taken over without a word, and everybody can use it`, async ({ page }, info) => {
    const said = listen(page)
    await page.goto(path)
    await wake(page)
    await page.waitForLoadState("networkidle")
    expect(await page.evaluate(readOutline)).toEqual({ leaps: [], landmarks: [1, 1, 1, 1] })
    expect(await complaints(page)).toEqual([])
    if (info.project.name === "phone") {
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
      // Two frames, so that every colour has changed.
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))
      expect(await complaints(page, ["color-contrast"])).toEqual([])
    }
    const isTooWide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    expect(isTooWide).toBe(false)
    expect(said).toEqual([])
  })
}

/** Answers for every program that nobody can apply for it now. */
async function closeApplications(page: Page): Promise<void> {
  await page.route("**/academy/cohorts", async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: ProgramCohort[] }
    const closed = data.map((one) => ({ ...one, cohort: one.cohort && { ...one.cohort, state: "closed" } }))
    await route.fulfill({ response: answer, json: { data: closed } })
  })
}

/** Reads a page to its end as somebody does who presses nothing. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await new Promise((next) => requestAnimationFrame(next))
    }
  })
  await page.waitForLoadState("networkidle")
}

const textOf = (page: Page) => page.locator("main").innerText()

test("no page offers what the server has closed to who only reads it, and none changes its words when it wakes", {
  tag: "@phone",
}, async ({ page }) => {
  await closeApplications(page)
  for (const path of [...publicPaths, "/aworan-academy/program", "/sign-up", "/sign-in", "/forgot-password"]) {
    await test.step(path, async () => {
      await page.goto(path)
      await readThrough(page)
      await expect(page.locator("[data-asks]")).toHaveCount(0)
      await expect(page.getByRole("link", { name: "Apply", exact: true })).toHaveCount(0)
      await expect(page.getByText(/^You see the dates and the free seats/)).toHaveCount(0)
      const read = await textOf(page)
      await wake(page)
      await page.waitForLoadState("networkidle")
      expect(await textOf(page)).toBe(read)
    })
  }
})

/** What stands behind the addresses of pages that were built ahead: links of mails and of ours, and what others add to them. */
const askedAddresses = [
  "/?utm_source=mail&ref=friend#questions",
  "/pricing?currency=GHS",
  "/showcase?style=none&page=9",
  "/case-study?slug=none",
  "/case-study/studiogen?utm_source=mail",
  "/contact?subject=Order%20R-000001",
  "/aworan-academy/program?programId=none",
  "/aworan-academy/programs?program=none",
  "/sign-in?error=access_denied",
  "/sign-in?error=%7B%22type%22%3A%22user_blocked%22%7D&next=%2Fcredits",
  "/sign-in?email=ada%40example.com&next=https%3A%2F%2Fevil.example",
  "/sign-up?ref=NOBODY&error=access_denied",
  "/forgot-password?email=ada%40example.com",
  "/reset-password?userId=a&secret=b&expire=2020-01-01",
]

for (const address of askedAddresses) {
  test(`${address} is taken over without an error, and is no crash of a page`, { tag: "@desk" }, async ({ page }) => {
    const troubles: string[] = []
    page.on("pageerror", (error) => troubles.push(String(error)))
    page.on("console", (message) => {
      // What the server refuses is said by the browser as well.
      if (message.type() === "error" && !/Failed to load resource/.test(message.text())) troubles.push(message.text())
    })
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === clientErrorPath) troubles.push(`tells of a crash: ${request.postData()}`)
    })
    await page.goto(address)
    await wake(page)
    await page.waitForLoadState("networkidle")
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    expect(troubles).toEqual([])
  })
}

test("every public page can be read without scripts, says where it lives, and takes an address", {
  tag: "@desk",
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  const titles = new Set<string>()
  for (const path of publicPaths) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(page.getByRole("link", { name: "Terms" })).toBeVisible()
    const canonical = await page.locator("link[rel=canonical]").getAttribute("href")
    expect(new URL(canonical ?? "").href.endsWith(path)).toBe(true)
    titles.add(await page.title())
  }
  expect(titles.size).toBe(publicPaths.length)

  await page.goto("/aworan-academy/program?programId=systems_intergration")
  await page.getByLabel("Tell me when applications open").fill("plain@example.com")
  await page.getByRole("button", { name: "Tell me" }).click()
  await expect(page.getByRole("heading", { name: "Applications are open now" })).toBeVisible()
  await page.getByRole("link", { name: "Back to the program" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Systems Integration" })).toBeVisible()
  await page.goto("/case-study?slug=studiogen")
  await page.getByLabel("Your e-mail").fill("plain@example.com")
  await page.getByRole("button", { name: "Mail it to me" }).click()
  await expect(page.getByRole("heading", { name: "The sheet is on its way" })).toBeVisible()
  await context.close()
})

test("a program on paper has no buttons, whole tables, and the way to apply and to ask at its end", {
  tag: "@desk",
}, async ({ page }) => {
  await page.emulateMedia({ media: "print" })
  await page.goto("/aworan-academy/program?programId=systems_intergration")
  await expect(page.getByText("Skip to content")).toBeHidden()
  const table = page.getByRole("table").first()
  await expect(table).toHaveCSS("break-inside", "avoid")
  const apply = page.getByRole("region", { name: "Apply" })
  await expect(apply.getByRole("button")).toHaveCount(0)
  await expect(apply.getByText(/^Apply: /)).toBeVisible()
  await expect(apply.getByText(/^Questions: /)).toBeVisible()
})

test("these are all pages of the site map", { tag: "@desk" }, async ({ request }) => {
  const map = await (await request.get("/sitemap.xml")).text()
  const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => {
    const { pathname, search } = new URL(address.replaceAll("&#38;", "&"))
    return `${pathname}${search}`
  })
  expect(listed.toSorted()).toEqual([...publicPaths].toSorted())
})

test("a page that is only read loads no code, and a press before it is there counts", { tag: "@phone" }, async ({
  page,
}) => {
  const scripts: string[] = []
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url())
  })
  await page.goto("/terms", { waitUntil: "networkidle" })
  expect(scripts.length).toBeLessThanOrEqual(2)
  await page.getByTitle("Dark").dispatchEvent("click")
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  expect(scripts.length).toBeGreaterThan(2)
})

test("a page keeps its place when it is taken over", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/terms", { waitUntil: "networkidle" })
  await page.evaluate(() => scrollTo(0, 400))
  await wake(page)
  expect(await page.evaluate(() => scrollY)).toBe(400)
})

test("the keyboard jumps over the navigation and opens questions", { tag: "@desk" }, async ({ page }) => {
  await page.goto("/")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/#main$/)
  const question = page.getByText("Who sees my pictures?")
  await question.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("While you use free credits your pictures are public", { exact: false })).toBeVisible()
})

test("a phone finds the pages in a menu that Escape closes", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/")
  const menu = page.getByRole("navigation", { name: "Menu" })
  await page.getByRole("button", { name: "Menu" }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(menu).toBeHidden()
  await wake(page)
  await page.getByRole("button", { name: "Menu" }).click()
  await menu.getByRole("link", { name: "Pricing" }).click()
  await expect(page.getByRole("heading", { level: 1, name: /^Prices/ })).toBeFocused()
  await expect(menu).toBeHidden()
})
