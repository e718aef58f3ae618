import { expect, test } from "@playwright/test"
import { expectAccessible } from "./accessible.ts"
import { signUpConfirmed } from "./person.ts"
import { productPhotos } from "./product-photos.ts"

test.describe.configure({ timeout: 120_000 })

test("a phone photo becomes a cut-out, a scene, a marketplace's picture and a larger one", async ({ page }) => {
  await signUpConfirmed(page)
  const [photo] = await productPhotos()
  if (!photo) throw new Error("There is no photo.")
  const result = page.getByRole("region", { name: "Generated Image" })

  await test.step("remove the background", async () => {
    await page.goto("/generations/bg-remover")
    await page.locator("input[type=file]").first().setInputFiles(photo)
    await expect(page.getByText(photo.name.replace(".jpg", "")).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Generate (1 credit)" }).click()
    await expect(result.getByRole("link", { name: "View Image" })).toBeVisible({ timeout: 40_000 })
    await expect(page.getByLabel("19 credits").first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("mend it with the brush, by pointer and by keyboard, and bring the first one back", async () => {
    const image = result.getByRole("img", { name: "Without its background" })
    const first = (await image.getAttribute("src")) ?? ""
    await result.getByRole("button", { name: "Refine" }).click()
    const area = page.getByRole("application", { name: "Painting area" })
    await area.scrollIntoViewIfNeeded()
    await expectAccessible(page)
    const box = await area.boundingBox()
    if (!box) throw new Error("There is nothing to paint on.")
    await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.1)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.1, { steps: 8 })
    await page.mouse.up()
    await page.getByRole("radio", { name: "Erase" }).check({ force: true })
    await area.focus()
    for (const key of ["+", "Shift+ArrowDown", "Space"]) await area.press(key)
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("button", { name: "Redo" }).click()
    await page.screenshot({ path: `/tmp/brush-shots/painted-${test.info().project.name}.png`, fullPage: true })
    await page.emulateMedia({ colorScheme: "dark" })
    await page.screenshot({ path: `/tmp/brush-shots/painted-dark-${test.info().project.name}.png`, fullPage: true })
    await page.emulateMedia({ colorScheme: "light" })
    await page.getByRole("button", { name: "Save changes" }).click()
    await expect(page.getByRole("button", { name: "Bring back the first" })).toBeVisible({ timeout: 40_000 })
    await page.screenshot({ path: `/tmp/brush-shots/saved-${test.info().project.name}.png`, fullPage: true })
    await expectAccessible(page)
    await page.getByRole("button", { name: "Done" }).click()
    await expect(image).toHaveAttribute("src", `${first}?v=1`)
    await result.getByRole("button", { name: "Refine" }).click()
    await page.getByRole("button", { name: "Bring back the first" }).click()
    await expect(page.getByRole("button", { name: "Bring back the first" })).toBeHidden()
    await page.getByRole("button", { name: "Done" }).click()
    await expect(image).toHaveAttribute("src", `${first}?v=2`)
    await expect(page.getByLabel("19 credits").first()).toBeVisible()
  })

})
