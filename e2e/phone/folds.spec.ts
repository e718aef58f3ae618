import { expect, type Page, test } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { ownerOf } from "#e2e/owner.ts"
import { enterAs, signUp } from "#e2e/person.ts"

/** Height of the whole page in pixels. */
const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight)

test("long pages are folded on a phone, and open by key, by address and by search", { tag: "@phone" }, async ({
  page,
  playwright,
  baseURL,
}) => {
  const origin = baseURL ?? ""
  await signUp(page, origin)
  await page.goto("/account")
  await expect(page.getByText("Ada Obi", { exact: true })).toBeVisible()
  await expect.poll(() => heightOf(page)).toBeLessThanOrEqual(3_500)
  await expectAccessible(page)

  await test.step("a part opens by key, and the address brings back to it", async () => {
    const password = page.getByRole("region", { name: "Password" })
    await expect(password.getByLabel("Current password")).toBeHidden()
    await password.locator("summary").press("Enter")
    await expect(password.getByLabel("Current password")).toBeVisible()
    await expect(page).toHaveURL(/#password$/)
    await page.reload()
    await expect(password.getByLabel("Current password")).toBeVisible()
    await expect(password).toBeFocused()
  })

  await test.step("the settings are folded by what they are about, and searching opens them", async () => {
    const owner = await ownerOf(playwright, origin)
    await enterAs(page, owner, origin)
    await page.goto("/operator/settings")
    await expect(page.getByRole("heading", { name: "Mail", exact: true })).toBeVisible()
    expect(await heightOf(page)).toBeLessThanOrEqual(5_000)
    await expect(page.getByText("MAIL_FROM", { exact: true })).toBeHidden()
    await page.getByLabel("Search").fill("mail_from")
    await expect(page.getByText("MAIL_FROM", { exact: true })).toBeVisible()
    await expectAccessible(page)
    await owner.dispose()
  })
})
