import AxeBuilder from "@axe-core/playwright"
import { expect, test } from "@playwright/test"

const pages = [
  "/",
  "/solutions",
  "/showcase",
  "/case-study",
  "/case-study?slug=studiogen",
  "/enterprise",
  "/pricing",
  "/aworan-academy",
  "/aworan-academy/programs",
  "/aworan-academy/program?programId=systems_intergration",
  "/contact",
  "/careers",
  "/terms",
]

for (const path of pages) {
  test(`${path} is taken over without a word, and everybody can use it`, async ({ page }) => {
    const said: string[] = []
    page.on("console", (message) => said.push(message.text()))
    page.on("pageerror", (error) => said.push(String(error)))
    page.on("request", (request) => {
      const { host, protocol } = new URL(request.url())
      if (protocol.startsWith("http") && host !== new URL(page.url()).host && page.url() !== "about:blank") {
        said.push(`asks ${host}`)
      }
    })
    await page.goto(path, { waitUntil: "networkidle" })
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([])
    const isTooWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
    expect(isTooWide).toBe(false)
    expect(said).toEqual([])
  })
}

test("every public page can be read without scripts, and says where it lives", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  const titles = new Set<string>()
  for (const path of pages) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(page.getByRole("link", { name: "Terms" })).toBeVisible()
    const canonical = await page.locator("link[rel=canonical]").getAttribute("href")
    expect(new URL(canonical ?? "").href.endsWith(path)).toBe(true)
    titles.add(await page.title())
  }
  expect(titles.size).toBe(pages.length)
  await context.close()
})

test("the keyboard jumps over the navigation and opens questions", async ({ page }) => {
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

test("a phone finds the pages in a menu that Escape closes", async ({ page }, info) => {
  test.skip(info.project.name !== "phone", "wide screens show the links themselves")
  await page.goto("/")
  const menu = page.getByRole("navigation", { name: "Menu" })
  await page.getByRole("button", { name: "Menu" }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(menu).toBeHidden()
  await page.getByRole("button", { name: "Menu" }).click()
  await menu.getByRole("link", { name: "Pricing" }).click()
  await expect(page.getByRole("heading", { level: 1, name: /^Prices/ })).toBeFocused()
  await expect(menu).toBeHidden()
})
