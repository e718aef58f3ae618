import type { Locator, Page } from "@playwright/test"

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
