import { expect, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "#e2e/accessible.ts"
import { mailedLink, signUpConfirmed } from "#e2e/person.ts"

for (const isSignedIn of [false, true]) {
  const where = isSignedIn ? "in a browser that is signed in" : "in a browser that is not"
  test(`a new password by the mailed link, ${where}: each page says what comes next`, async ({ page, baseURL }) => {
    const failures: string[] = []
    page.on("pageerror", ({ message }) => failures.push(message))
    const person = await signUpConfirmed(page, baseURL ?? "")
    if (!isSignedIn) await page.context().clearCookies()
    if (!isSignedIn) await page.context().setStorageState({ cookies: [], origins: [] })
    await page.goto("/forgot-password")
    await page.getByLabel("E-mail").fill(person.email)
    await page.getByRole("button", { name: /send/i }).click()
    await expect.poll(() => mailedLink(page, person.email)).toContain("/reset-password")

    await page.goto(await mailedLink(page, person.email))
    await expect(page.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    const password = "another long enough password"
    await page.getByLabel("New password").fill(password)
    await page.getByLabel("Confirm password").fill(password)
    await page.getByRole("button", { name: "Save the new password" }).click()

    await page.waitForURL("**/sign-in")
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(page.getByRole("status").filter({ hasText: /password/i })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByLabel("E-mail").fill(person.email)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL("**/app")
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    expect(failures).toEqual([])
  })
}
