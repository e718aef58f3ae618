import { expect, test } from "@playwright/test"
import { messages } from "#contract/messages.ts"
import { signUp } from "./person.ts"

test("a visitor is sent to sign in, from the app and from unknown addresses", { tag: "@desk" }, async ({ page }) => {
  for (const path of ["/app", "/photo-gallery", "/nothing-here"]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/sign-in/)
  }
})

test("inside, an unknown address shows the bare page", { tag: "@desk" }, async ({ page, baseURL }) => {
  await signUp(page, baseURL ?? "")
  await page.goto("/nothing-here")
  await expect(page.getByText(messages.notFound, { exact: true })).toBeVisible()
  await expect(page.getByRole("link", { name: "Go to the dashboard" })).toHaveAttribute("href", "/app")
})

test("an emptied fallback sends to sign-in, and signing in again opens the app by the active-session rule", {
  tag: "@desk",
}, async ({ page, baseURL }) => {
  const person = await signUp(page, baseURL ?? "")
  await page.goto("/app")
  await expect(page).toHaveURL(/\/app$/)
  await page.evaluate(() => localStorage.setItem("cookieFallback", "[]"))
  await page.goto("/app")
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByLabel("E-mail").fill(person.email)
  await page.getByLabel("Password", { exact: true }).fill(person.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(page).toHaveURL(/\/app/)
})

test("signing out clears what was stored and closes the app", { tag: "@desk" }, async ({ page, baseURL }) => {
  await signUp(page, baseURL ?? "")
  await page.goto("/app")
  await page.getByRole("button", { name: /account/i }).click()
  await page.getByRole("menuitem", { name: /sign out/i }).click()
  await expect(page).toHaveURL(/\/sign-in|\/$/)
  const stored = await page.evaluate(() => Object.entries(localStorage).filter(([, value]) => value !== "[]"))
  expect(stored).toEqual([])
  await page.goto("/app")
  await expect(page).toHaveURL(/\/sign-in/)
})
