import { expect, type Page, test } from "@playwright/test"
import { expectAccessible } from "./accessible.ts"
import { fillDetails, fillSignUp, mailedLink, newPerson, signUpConfirmed } from "./person.ts"

async function buyBasic(page: Page): Promise<void> {
  await page.goto("/credits-billing")
  await page.getByRole("radio", { name: "Naira" }).check()
  await page.getByRole("radio", { name: /Basic/ }).check()
  await page.getByRole("button", { name: "Pay" }).click()
  await page.getByRole("button", { name: "Pay", exact: true }).click()
  await expect(page).toHaveURL(/\/generations\/flux\?mode=flux1\.1-pro$/)
}

test("a friend who comes by the link and buys brings both 20 credits", { tag: "@desk" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? ""
  await signUpConfirmed(page, origin)
  await page.goto("/account")
  const link = await page.getByLabel("Your link").inputValue()
  await page.getByRole("button", { name: "Copy link" }).click()
  await expect(page.getByText("Copied.")).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expectAccessible(page)

  const context = await browser.newContext({ baseURL: origin })
  const friend = await context.newPage()
  await friend.goto(link)
  await expect(friend.getByText(/you and your friend get 20 credits each/)).toBeVisible()
  await expectAccessible(friend)
  // Looks around first: the invitation is kept until there is an account.
  await friend.goto("/pricing")
  const person = newPerson()
  await friend.goto("/sign-up")
  await fillSignUp(friend, person)
  await expect(friend).not.toHaveURL(/sign-up/)
  await friend.goto(await mailedLink(friend, person.email))
  await friend.getByRole("button", { name: "Verify my account" }).click()
  await expect(friend).not.toHaveURL(/verify-user/)
  await friend.goto("/credits-billing")
  await fillDetails(friend)
  await buyBasic(friend)
  // Whoever is due is looked for every minute.
  await expect(friend.getByLabel("240 credits").first()).toBeVisible({ timeout: 90_000 })
  await context.close()

  await page.goto("/account")
  await expect(page.getByLabel("40 credits").first()).toBeVisible()
  await expect(page.getByText("Invitation: somebody you invited made a first purchase")).toBeVisible()
})
