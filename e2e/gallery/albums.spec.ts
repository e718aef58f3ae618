import { expect, type Locator, type Page, test } from "@playwright/test"
import sharp from "sharp"
import { expectAccessible } from "#e2e/accessible.ts"
import { pressAt, tabTo } from "#e2e/keyboard.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { pictureStepMs } from "#e2e/picture-work.ts"

/** A small photo of one colour, enlarged by the product's own tool. */
async function makePicture(page: Page, origin: string, background: string): Promise<void> {
  const bytes = await sharp({ create: { width: 120, height: 90, channels: 3, background } })
    .png()
    .toBuffer()
  const image = `data:image/png;base64,${bytes.toString("base64")}`
  const reply = await page.request.post("/image-upscaler", {
    data: { image, factor: 2 },
    headers: { origin },
    timeout: pictureStepMs,
  })
  expect(reply.ok(), await reply.text()).toBe(true)
}

test("an album from its first picture to the trash, by keyboard alone and by touch alone", async ({
  page,
  hasTouch,
  browser,
  baseURL: origin,
}) => {
  const baseURL = origin ?? ""
  await signUpConfirmed(page, baseURL)
  for (const colour of ["#b04030", "#3050b0", "#40a060"]) await makePicture(page, baseURL, colour)

  const press = (target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> =>
    hasTouch ? target.tap() : pressAt(page, target, key)
  const button = (name: string | RegExp): Locator => page.getByRole("button", { name })
  const pick = async (name: string): Promise<void> => {
    await press(button("More for this album"))
    const item = page.getByRole("menuitem", { name })
    if (hasTouch) return item.tap()
    await expect(item).toBeVisible()
    await expect(async () => {
      await page.keyboard.press("ArrowDown")
      await expect(item).toBeFocused({ timeout: 100 })
    }).toPass()
    await page.keyboard.press("Enter")
  }

  await test.step("make an album", async () => {
    await page.goto("/photo-gallery/albums")
    await press(button("New album"))
    const name = page.getByLabel("Name")
    if (!hasTouch) await tabTo(page, name)
    await name.pressSequentially("Bags")
    await press(button("Make album"))
    await expect(page.getByRole("heading", { name: "Bags" })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("put two pictures into it", async () => {
    await page.goto("/photo-gallery")
    await press(button("Select"))
    const tiles = page.getByRole("list", { name: "Generated pictures" }).getByRole("checkbox")
    await expect(tiles).toHaveCount(3)
    for (const place of [0, 1]) await press(tiles.nth(place), "Space")
    await press(button("Albums"))
    const dialog = page.getByRole("dialog", { name: "Albums" })
    await press(dialog.getByRole("checkbox", { name: "Bags" }), "Space")
    await expect(dialog.getByText("2 pictures", { exact: true })).toBeVisible()
    await expectAccessible(page)
    await press(dialog.getByRole("button", { name: "Done" }))
  })

  await test.step("a tool puts what it makes into it", async () => {
    await page.goto("/generations/photo-upscaling")
    await page.getByLabel("Album").selectOption({ label: "Bags" })
    await page.goto("/generations/flux?mode=flux1.1-pro")
    await expect(page.getByLabel("Album").locator("option:checked")).toHaveText("Bags")
    await expectAccessible(page)
  })

  await page.goto("/photo-gallery/albums")
  await press(page.getByRole("link", { name: /^Bags/ }))
  await expect(page.getByText("2 pictures", { exact: true })).toBeVisible()
  const visitor = await browser.newContext()

  await test.step("show it to somebody without an account, and end that", async () => {
    await pick("Private link")
    const dialog = page.getByRole("dialog", { name: "Private link" })
    await press(dialog.getByRole("button", { name: "Make a link" }))
    const address = await dialog.getByText(/\/shared\//).textContent()
    const shared = await visitor.newPage()
    await shared.goto(new URL(address ?? "").pathname.replace(/^/, baseURL))
    await expect(shared.getByRole("heading", { name: "2 pictures shared with you" })).toBeVisible()
    await expect(shared.locator("main img").first()).toHaveJSProperty("complete", true)
    await expect
      .poll(() =>
        shared
          .locator("main img")
          .first()
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBeGreaterThan(0)
    await expectAccessible(shared)
    await press(dialog.getByRole("button", { name: "End now" }))
    await expect(dialog.getByText(/^Ends /)).toHaveCount(0)
    expect((await shared.reload())?.status()).toBe(404)
    if (hasTouch) await dialog.getByRole("button", { name: "Close" }).tap()
    else await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
  })

  await test.step("delete it with its pictures, which are in the trash then", async () => {
    await pick("Delete")
    const dialog = page.getByRole("dialog", { name: "Delete this album?" })
    await press(dialog.getByRole("button", { name: "Album and 2 pictures" }))
    await expect(page).toHaveURL(/\/albums$/)
    await expect(page.getByText("You have no album yet")).toBeVisible()
    await page.goto("/photo-gallery/trash")
    await expect(page.getByRole("list", { name: "Pictures in the trash" }).getByRole("listitem")).toHaveCount(2)
  })
})
