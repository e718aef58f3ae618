import { expect, type Page, test } from "@playwright/test"
import { signUp } from "./person.ts"

/** Pixels at the edges of the window that stay where they are while the page is scrolled. */
function stuckPixels(): number {
  const shown = [...document.querySelectorAll("body *")].filter((element) => {
    const { position } = getComputedStyle(element)
    const { width, height, top, bottom } = element.getBoundingClientRect()
    const isBar = ["fixed", "sticky"].includes(position) && width > innerWidth / 2 && height > 0
    return isBar && bottom > 0 && top < innerHeight && element.checkVisibility({ visibilityProperty: true })
  })
  // One over another counts once.
  const rows = new Set<number>()
  for (const bar of shown) {
    const { top, bottom } = bar.getBoundingClientRect()
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(innerHeight, bottom); y += 1) rows.add(y)
  }
  return rows.size
}

async function openScrolled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 3))
}

test("bars take no more than 22 % of a small phone's screen, and its header has room for four digits", {
  tag: "@phone",
}, async ({ page, baseURL }) => {
  await signUp(page, baseURL ?? "")
  await page.setViewportSize({ width: 360, height: 740 })
  // A balance of four digits, as after the purchase of Max.
  await page.route("**/credits", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ json: { data: { credits: 2480, held: 0 } } })
      : route.continue(),
  )
  for (const path of [
    "/app",
    "/generations",
    "/generations/flux?mode=flux-dev-realism",
    "/generations/bg-remover",
    "/photo-gallery",
    "/credits-billing?plan=max",
    "/training?mode=bags",
    "/shelf/new",
  ]) {
    await openScrolled(page, path)
    // The header goes away with the scrolling, not at once.
    await expect.poll(() => page.evaluate(stuckPixels), { message: path }).toBeLessThanOrEqual(0.22 * 740)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
  }
  await page.goto("/credits-billing?plan=max")
  const pay = page.getByRole("button", { name: "Pay" })
  await expect(pay).toBeInViewport({ ratio: 1 })
  await expect(page.locator("[data-docked]")).toContainText("Max")
})
