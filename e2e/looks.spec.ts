import { writeFileSync } from "node:fs"
import { expect, type Page, test } from "@playwright/test"
import { comparedLooks, readApproved } from "#scripts/looks/approved.ts"
import { findDifferences } from "#scripts/looks/compare.ts"
import { openContext, takeWhole } from "#scripts/looks/pages.ts"

/** One of each kind of page. */
const pages = [
  "/",
  "/solutions",
  "/pricing",
  "/aworan-academy/program?programId=systems_intergration",
  "/case-study?slug=studiogen",
  "/contact",
]

/** What is out of place, in words; measured, so that it is the same on every machine. */
const findFaults = `(() => {
  const faults = []
  const name = (element) => element.tagName.toLowerCase() + " “" + (element.textContent ?? "").trim().slice(0, 40) + "”"
  const isShown = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
  const main = document.querySelector("main")
  for (const element of main.querySelectorAll("h1, h2, h3, p, li, dt, dd, td, th, a, button, label")) {
    // What is pushed sideways is meant to go on beyond the window.
    if (!isShown(element) || element.closest(".overflow-x-auto")) continue
    const { left, right } = element.getBoundingClientRect()
    if (left < -1 || right > innerWidth + 1) faults.push(name(element) + " leaves the window")
    const hides = getComputedStyle(element).overflowX !== "visible"
    if (hides && element.scrollWidth > element.clientWidth + 1) faults.push(name(element) + " is cut")
  }
  const edge = Math.round(main.querySelector("h1").getBoundingClientRect().left)
  for (const heading of main.querySelectorAll("section > div > div:first-child > h2")) {
    const left = Math.round(heading.getBoundingClientRect().left)
    if (Math.abs(left - edge) > 1) faults.push(name(heading) + " stands at " + left + ", the page at " + edge)
  }
  for (const image of main.querySelectorAll("img[alt]:not([alt=''])")) {
    if (!isShown(image)) continue
    const box = image.getBoundingClientRect()
    const drawn = box.width / box.height
    const own = image.width / image.height
    const isCut = getComputedStyle(image).objectFit === "cover"
    if (!isCut && Math.abs(drawn / own - 1) > 0.02) faults.push(image.alt + " is stretched")
    if (box.height < 40) faults.push(image.alt + " has no room")
  }
  return faults
})()`

function groundOf(page: Page): Promise<string> {
  return page.evaluate("getComputedStyle(document.body).backgroundColor")
}

for (const path of pages) {
  test(`${path} stands in line, in both themes`, async ({ page }) => {
    const grounds = new Set<string>()
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      if (colorScheme === "light") await page.goto(path)
      expect(await page.evaluate(findFaults)).toEqual([])
      grounds.add(await groundOf(page))
    }
    expect(grounds.size).toBe(2)
  })
}

test("the steps show the studio in the theme of the page, also in one that was picked", { tag: "@desk" }, async ({
  page,
}) => {
  const shown = () =>
    page.evaluate(`[...document.querySelectorAll("section[aria-labelledby=steps] img[alt]:not([alt=''])")]
      .filter((image) => image.checkVisibility())
      .map((image) => /-(light|dark)-/.exec(image.src)?.[1])`)
  await page.emulateMedia({ colorScheme: "light" })
  await page.goto("/", { waitUntil: "networkidle" })
  expect(await shown()).toEqual(["light", "light", "light"])
  await page.evaluate("document.documentElement.dataset.theme = 'dark'")
  expect(await shown()).toEqual(["dark", "dark", "dark"])
})

for (const { name, address, look } of comparedLooks) {
  test(`looks as it was approved, ${name}`, { tag: `@${look.window}` }, async ({ browser, baseURL }, info) => {
    const approved = readApproved(name)
    const context = await openContext(browser, baseURL ?? "", look)
    let shot: Buffer = Buffer.of()
    // A gallery lays itself out again when the window grows for the photograph; the next one has it settled.
    const compare = async (): Promise<void> => {
      shot = await takeWhole(context, address)
      expect(await findDifferences(shot, approved)).toEqual([])
    }
    try {
      await expect(compare).toPass({ timeout: 60_000 })
    } catch (error) {
      if (shot.length > 0) writeFileSync(info.outputPath("now.png"), shot)
      throw error
    }
    await context.close()
  })
}
