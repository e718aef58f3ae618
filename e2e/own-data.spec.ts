import { readFileSync } from "node:fs"
import { expect, test } from "@playwright/test"
import { unzipSync } from "fflate"
import { signUp } from "./person.ts"

test("a person takes a copy of everything, then deletes the account and is a stranger again", { tag: "@desk" }, async ({
  page,
  baseURL,
}) => {
  const person = await signUp(page, baseURL ?? "")
  await page.goto("/account")

  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download my data" }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^aworan-.*\.zip$/)
  const entries = unzipSync(readFileSync(await saved.path()))
  const { account } = JSON.parse(Buffer.from(entries["account.json"] ?? []).toString())
  expect(account.email).toBe(person.email)

  await page.getByRole("button", { name: "Delete my account" }).press("Enter")
  const password = page.getByRole("dialog").getByLabel("Your password")
  await password.fill("not my password")
  await password.press("Enter")
  await expect(page.getByText("The password is not right.")).toBeVisible()
  await password.fill(person.password)
  await password.press("Enter")
  await expect(page.getByText("Your account is deleted.")).toBeVisible()
  await expect(page).not.toHaveURL(/\/account/)
  await page.goto("/app")
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByLabel("E-mail").fill(person.email)
  await page.getByLabel("Password", { exact: true }).fill(person.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(page.locator("#main").getByText("The e-mail address or the password is not right.")).toBeVisible()
})
