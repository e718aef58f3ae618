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

/** A scene that is being made. */
const underWay = {
  id: "run1",
  kind: "scene",
  title: "Scene",
  status: "running",
  progress: 0.4,
  count: 1,
  feeCredits: 1,
  previews: [],
  result: null,
  failure: null,
  parentRunId: null,
  createdAt: "2026-01-01T10:00:00.000Z",
}

async function openScrolled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 3))
}

test("bars take no more than 22 % of a small phone's screen, and its header has room for four digits beside work", {
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
  await page.route("**/runs", (route) => route.fulfill({ json: { data: [underWay] } }))
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
    // A tool asks what is under way, which stands in the header then.
    if (path === "/generations/bg-remover") {
      await expect(page.getByRole("button", { name: "Your orders: 1 running" })).toBeAttached()
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
  }
  await page.goto("/credits-billing?plan=max")
  const pay = page.getByRole("button", { name: "Pay" })
  await expect(pay).toBeInViewport({ ratio: 1 })
  await expect(page.locator("[data-docked]")).toContainText("Max")
})
