import type { Page } from "@playwright/test"

/** Every public page; a test compares the list with the site map. */
export const publicPaths = [
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
  "/aworan-academy/program?programId=systems_intergration",
  "/aworan-academy/program?programId=strategy_and_consulting",
  "/case-study?slug=leadpilot",
  "/case-study?slug=studiogen",
  "/case-study?slug=clonecast",
  "/case-study?slug=ugcpro",
  "/case-study?slug=convertflow",
] as const

/** Ready pages load their code when they are used: presses a key that does nothing else, and waits until it is there. */
export async function wake(page: Page): Promise<void> {
  await page.keyboard.press("Shift")
  await page.locator("#root:not([data-waits])").waitFor({ state: "attached" })
}
