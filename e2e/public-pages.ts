import type { Page } from "@playwright/test"
import { programAddress } from "#contract/academy/academy-addresses.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"

/** Every public page; a test compares the list with the site map. */
export const publicPaths: readonly string[] = [
  "/",
  "/solutions",
  "/showcase",
  "/case-study",
  "/enterprise",
  "/pricing",
  "/aworan-academy",
  "/aworan-academy/programs",
  "/contact",
  "/careers",
  "/terms",
  ...openPrograms.map(({ slug }) => programAddress(slug)),
  "/case-study?slug=leadpilot",
  "/case-study?slug=studiogen",
  "/case-study?slug=clonecast",
  "/case-study?slug=ugcpro",
  "/case-study?slug=convertflow",
]

/** Ready pages load their code when they are used: presses a key that does nothing else, and waits until it is there. */
export async function wake(page: Page): Promise<void> {
  await page.keyboard.press("Shift")
  await page.locator("#root:not([data-waits])").waitFor({ state: "attached" })
}
