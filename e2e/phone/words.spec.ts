import { expect, type Locator, type Page, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "#e2e/accessible.ts"
import { pressAt } from "#e2e/keyboard.ts"
import { signUpConfirmed } from "#e2e/person.ts"

const generator = "/generations/flux?mode=flux1.1-pro"
const field = (page: Page): Locator => page.getByLabel("Prompt", { exact: true })

test("by touch alone in a sheet and by keyboard alone words are chosen; the last prompts are empty until something is drawn", async ({
  page,
  baseURL,
  isMobile,
}) => {
  const press = (target: Locator): Promise<void> => (isMobile ? target.tap() : pressAt(page, target, "Enter"))
  await signUpConfirmed(page, baseURL ?? "")
  await page.goto(generator)
  await press(page.getByRole("button", { name: "Choose the words" }))
  const sheet = isMobile ? page.getByRole("dialog", { name: "Choose the words" }) : page.getByRole("main")
  const choose = async (category: string, words: string): Promise<void> => {
    await press(sheet.locator("summary").filter({ hasText: category }))
    await press(sheet.getByRole("button", { name: words }))
  }
  await choose("What it is", "ankara handbag")
  await choose("What it stands on", "adire cloth")
  await choose("Where", "market stall")
  await choose("Light", "harmattan light")
  await expect(isMobile ? sheet.getByLabel("Your words") : field(page)).toHaveValue(
    "an ankara handbag on adire cloth at a market stall, harmattan light",
  )
  await expectAccessibleInBothThemes(page)
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const)
  expect(width).toBeLessThanOrEqual(room)
  if (isMobile) await press(sheet.getByRole("button", { name: "Done" }))
  await expect(field(page)).toHaveValue("an ankara handbag on adire cloth at a market stall, harmattan light")
  await expect(page.getByText("Not drawn:")).toHaveCount(0)

  await press(page.getByRole("button", { name: "Last prompts" }))
  await expect(page.getByText("Nothing yet. The words of your next picture will stand here.")).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
