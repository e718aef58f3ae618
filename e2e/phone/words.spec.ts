import { expect, type Locator, type Page, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "#e2e/accessible.ts"
import { signUpConfirmed } from "#e2e/person.ts"

const generator = "/generations/flux?mode=flux1.1-pro"
const field = (page: Page): Locator => page.getByLabel("Prompt", { exact: true })

test("by touch alone words are chosen in a sheet, and the last prompts are empty until something is drawn", {
  tag: "@phone",
}, async ({ page, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  await page.goto(generator)
  await page.getByRole("button", { name: "Choose the words" }).tap()
  const sheet = page.getByRole("dialog", { name: "Choose the words" })
  const choose = async (category: string, words: string): Promise<void> => {
    await sheet.locator("summary").filter({ hasText: category }).tap()
    await sheet.getByRole("button", { name: words }).tap()
  }
  await choose("What it is", "ankara handbag")
  await choose("What it stands on", "adire cloth")
  await choose("Where", "market stall")
  await choose("Light", "harmattan light")
  await expect(sheet.getByLabel("Your words")).toHaveValue(
    "an ankara handbag on adire cloth at a market stall, harmattan light",
  )
  await expectAccessibleInBothThemes(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await sheet.getByRole("button", { name: "Done" }).tap()
  await expect(field(page)).toHaveValue("an ankara handbag on adire cloth at a market stall, harmattan light")
  await expect(page.getByText("Not drawn:")).toHaveCount(0)

  await page.getByRole("button", { name: "Last prompts" }).tap()
  await expect(page.getByText("Nothing yet. The words of your next picture will stand here.")).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
