import { expect, type Locator, type Page } from "@playwright/test"
import { findStyle } from "#contract/catalogue/styles.ts"
import type { PhotoFile } from "./product-photos.ts"

/** Longest time that a step with picture work takes, in ms: on a slow machine nothing was drawn two minutes after a start. */
export const pictureStepMs = 240_000

/** Expects what is there only after picture work: drawing, cutting out, enlarging, looking at a photo, training. */
export const expectDrawn = expect.configure({ timeout: pictureStepMs })

/**
 * Sends photos for a shoot of food, as the form asks for them.
 * @param price as it stands on the button
 * @returns the card of the model that it makes
 */
export async function orderShoot(page: Page, photos: PhotoFile[], price: string): Promise<Locator> {
  await page.goto("/training?mode=food")
  await page.locator("input[type=file]").first().setInputFiles(photos)
  await expectDrawn(page.getByText("Looking at it")).toHaveCount(0)
  await page.getByRole("checkbox", { name: "I have the right to use these photos." }).press("Space")
  const begun = page.waitForURL(/\/training-dataset$/, { timeout: pictureStepMs })
  const start = page.getByRole("button", { name: `Start your ${findStyle("food")?.name} shoot now (${price})` })
  await start.click()
  const unsure = page.getByRole("region", { name: "Look at these" })
  await Promise.race([begun, unsure.waitFor({ timeout: pictureStepMs })])
  if (await unsure.isVisible()) {
    await settleLooks(unsure)
    await start.click()
  }
  await begun
  return page.getByRole("article").first()
}

/** Takes the first answer for every photo that is shown because its cut-out is not sure. */
export async function settleLooks(unsure: Locator): Promise<void> {
  const take = unsure.getByRole("button", { name: /^Take (it|the first)$/ })
  // Not waited for: the last answer takes the section away.
  const words = async (): Promise<string> => (await unsure.allTextContents()).join()
  for (let before = await words(); before !== ""; before = await words()) {
    await take.click()
    await expect.poll(words).not.toBe(before)
  }
}

/** Waits until a model's card says what has become of it. */
export function expectStatus(card: Locator, words: string): Promise<void> {
  return expectDrawn(card.getByText(`Status: ${words}`)).toBeVisible()
}
