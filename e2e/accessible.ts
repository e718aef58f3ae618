import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { expect, type Page } from "@playwright/test"
import type { AxeResults, RunOptions } from "axe-core"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Elements that break a rule of axe on the page as it is: all of its rules, best practice included. */
export async function complaints(page: Page, rules?: string[]): Promise<string[]> {
  // Every page has one; before, only its frame is there.
  await page.locator("h1").first().waitFor({ state: "attached" })
  // What is changing colour at this moment has none that could be judged; it is brought to its end, since what is out of
  // sight may never get there by itself. What has its colour from there begins to change only then, so this goes on
  // until all is at rest. What turns for ever is left to turn.
  await page.evaluate(() => {
    const isOnTheWay = (animation: Animation): boolean =>
      animation.playState !== "finished" && animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    let moving = document.getAnimations().filter(isOnTheWay)
    while (moving.length > 0) {
      for (const animation of moving) animation.finish()
      moving = document.getAnimations().filter(isOnTheWay)
    }
  })
  // Kept in the page from then on: its own helper for this runner brings it anew into two pages each time, five to eight times as
  // slow. Nothing of ours is in frames, which is what that helper is for.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  const options: RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)
}

/** Fails with those elements. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await complaints(page)).toEqual([])
}

/** The same in light, and in dark, which has other colours and nothing else; it is light again afterwards. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" })
  await nextFrame(page)
  expect(await complaints(page, ["color-contrast"]), "dark").toEqual([])
  await page.emulateMedia({ colorScheme: "light" })
  await nextFrame(page)
  await expectAccessible(page)
}

/** Until the page has been drawn in its new colours. */
async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
