import { expect, test } from "@playwright/test"

test("somebody comes in with Google, and finds the connection in their account", { tag: "@phone" }, async ({
  page,
}) => {
  await page.goto("/photo-gallery")
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByRole("link", { name: "Continue with Google" }).click()
  await expect(page).toHaveURL(/\/photo-gallery/)
  await page.goto("/account#connections")
  const ways = page.getByRole("region", { name: "Other ways to sign in" })
  await expect(ways.getByText("ada@example.com")).toBeVisible()
  await ways.getByRole("button", { name: /Disconnect Google/ }).click()
  await expect(page.getByText(/only way to sign in/)).toBeVisible()
})

test("a sign-in that begins nowhere ends on a page that says so", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/v1/account/sessions/oauth2/callback/google/aworan?code=1&state=2")
  await expect(page.getByText(/begun in another browser/)).toBeVisible()
  await page.getByRole("link", { name: "Back to sign in" }).click()
  await expect(page.getByRole("link", { name: "Continue with Google" })).toBeVisible()
})
