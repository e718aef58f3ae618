import { expect, type Locator, type Page } from "@playwright/test"

/** Most presses of Tab that are tried. */
const mostPresses = 120

/** Goes on with Tab until this has the focus. @throws Error when Tab does not lead there */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses <= mostPresses; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not lead to ${target}.`)
}

/** Goes there with Tab and presses a key. */
export async function pressAt(page: Page, target: Locator, key: "Enter" | "Space" | "ArrowRight"): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Goes there with Tab, sees that it shows that it has the focus, and presses a key. */
export async function pressSeen(page: Page, target: Locator, key: "Enter" | "Space" | "ArrowRight"): Promise<void> {
  await tabTo(page, target)
  await expect.poll(() => page.evaluate(showsFocus), `${target} shows that it has the focus`).toBe(true)
  await page.keyboard.press(key)
}

/** Goes to a field with Tab, sees that it shows that it has the focus, and types. */
export async function typeSeen(page: Page, target: Locator, words: string): Promise<void> {
  await tabTo(page, target)
  await expect.poll(() => page.evaluate(showsFocus), `${target} shows that it has the focus`).toBe(true)
  await page.keyboard.insertText(words)
}

/** Whether what has the focus, or the tile around it, has a line that others have not. */
function showsFocus(): boolean {
  const { activeElement } = document
  return [activeElement, activeElement?.closest("label")].some((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0
  })
}

/** Fails where Tab does not come round to where it began: the focus is held somewhere. */
export async function expectNoTrap(page: Page): Promise<void> {
  // What a page puts the focus on when it opens, such as its heading, is on no way of Tab.
  await page.keyboard.press("Tab")
  await page.evaluate(() => document.activeElement?.setAttribute("data-tab-begins", ""))
  for (let presses = 1; presses <= 2 * mostPresses; presses++) {
    await page.keyboard.press("Tab")
    if (await page.evaluate(() => document.activeElement?.matches("[data-tab-begins]"))) {
      await page.evaluate(() => document.activeElement?.removeAttribute("data-tab-begins"))
      return
    }
  }
  throw new Error("Tab does not come round.")
}
