import { expect, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "./accessible.ts"
import { type OwnProduct, startOwnProduct } from "./own-product.ts"
import { ownerEmail, ownerOf, ownerPassword } from "./owner.ts"

let product: OwnProduct

test.afterEach(() => product.close())

test("an operator reads what a model is, agrees, sees it at work, and removes it", async ({
  page,
  playwright,
  baseURL,
}) => {
  const port = Number(new URL(baseURL ?? "").port) + 4
  product = await startOwnProduct("run-with-models.ts", port, {})
  const url = `http://localhost:${port}`
  await (await ownerOf(playwright, url)).dispose()

  await test.step("it is not there, and its facts are read before anything is fetched", async () => {
    await page.goto(`${url}/sign-in`)
    await page.getByLabel("E-mail").fill(ownerEmail)
    await page.getByLabel("Password", { exact: true }).fill(ownerPassword)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await expect(page).toHaveURL(/\/app/)
    await page.goto(`${url}/operator/settings`)
    await expect(page.getByText("They are made built in.")).toBeVisible()
    await expect(page.getByText("Not added")).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole("button", { name: /^Add Red things/ }).click()
    await expect(page.getByText("Its licence is not known.")).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("nobody adds it without having agreed", async () => {
    await page.getByLabel("Reason").fill("We sell with it")
    await page.getByRole("button", { name: "Add it" }).click()
    await expect(page.getByText("Please agree first.")).toBeVisible()
    await page.getByLabel("I have read this and agree.").check()
    await page.getByRole("button", { name: "Add it" }).click()
    await expect(page.getByText("They are made with the model Red things.")).toBeVisible()
    await expect(page.getByText("At work")).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("it is removed, and the built-in way goes on", async () => {
    await page.getByRole("button", { name: "Remove Red things" }).click()
    await page.getByLabel("Reason").fill("No more")
    await page.getByRole("button", { name: "Remove", exact: true }).click()
    await expect(page.getByText("They are made built in.")).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})
