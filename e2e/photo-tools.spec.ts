import { expect, test } from "@playwright/test"
import { expectAccessible } from "./accessible.ts"
import { signUpConfirmed } from "./person.ts"
import { productPhotos } from "./product-photos.ts"

test.describe.configure({ timeout: 120_000 })

test("a phone photo becomes a cut-out, a scene, a marketplace's picture and a larger one", async ({
  page,
  baseURL,
}) => {
  await signUpConfirmed(page, baseURL ?? "")
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
    await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.85)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.85, { steps: 8 })
    await page.mouse.up()
    await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled()
    await page.getByRole("radio", { name: "Erase" }).check({ force: true })
    await area.focus()
    for (const key of ["+", "Shift+ArrowDown", "Space"]) await area.press(key)
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("button", { name: "Redo" }).click()
    await page.getByRole("button", { name: "Save changes" }).click()
    await expect(page.getByRole("button", { name: "Bring back the first" })).toBeVisible({ timeout: 40_000 })
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

  await test.step("place it before a colour, for nothing", async () => {
    await result.getByRole("link", { name: /scene/i }).click()
    await expect(page).toHaveURL(/\/generations\/scene\?/)
    await page.getByRole("button", { name: "Generate (0 credit)" }).click()
    await expect(result.getByRole("img", { name: "The scene" })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByLabel("19 credits").first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("make the cut-out ready for a marketplace, see it pass, and download it", async () => {
    await page.goto("/photo-gallery")
    const cutOut = page.getByRole("img", { name: photo.name.replace(".jpg", "") }).last()
    const address = await cutOut.getAttribute("src")
    const [, id = ""] = /\/pictures\/([^/?]+)/.exec(address ?? "") ?? []
    expect(id).not.toBe("")
    await page.goto(`/generations/export?image=${encodeURIComponent(`/pictures/${id}`)}`)
    const jumia = page.getByRole("region", { name: "Jumia" })
    await expect(jumia.getByText("Passes", { exact: true })).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent("download")
    await page.getByRole("link", { name: "Download", exact: true }).click()
    expect((await download).suggestedFilename()).toMatch(/-jumia-680x850\.jpg$/)
  })

  await test.step("make the photo twice as large", async () => {
    await page.goto("/generations/photo-upscaling")
    await page.locator("input[type=file]").first().setInputFiles(photo)
    await expect(page.getByText("900 × 900 px becomes 1,800 × 1,800 px")).toBeVisible()
    await page.getByRole("button", { name: "Generate (2 credit)" }).click()
    await expect(page.getByText("900 × 900 px became 1,800 × 1,800 px")).toBeVisible({ timeout: 40_000 })
    await expect(page.getByLabel("17 credits").first()).toBeVisible()
    await expectAccessible(page)
  })
})
