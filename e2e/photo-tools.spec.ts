import { expect, type Locator, type Page, test } from "@playwright/test"
import sharp from "sharp"
import { messages } from "#contract/messages.ts"
import { expectAccessibleInBothThemes } from "./accessible.ts"
import { signUpConfirmed } from "./person.ts"
import { expectDrawn } from "./picture-work.ts"
import { iphonePhoto, type PhotoFile, productPhotos, unsurePhoto } from "./product-photos.ts"

/** Draws one short line with the brush: with a finger where there is one, else with the mouse. */
async function drawOn(page: Page, area: Locator, hasTouch: boolean): Promise<void> {
  await area.scrollIntoViewIfNeeded()
  const box = await area.boundingBox()
  if (!box) throw new Error("There is nothing to paint on.")
  const [x, y] = [box.x + box.width * 0.12, box.y + box.height * 0.85]
  if (hasTouch) return page.touchscreen.tap(x, y)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + box.width * 0.2, y, { steps: 6 })
  await page.mouse.up()
}

async function firstPhoto(): Promise<PhotoFile> {
  const [photo] = await productPhotos()
  if (!photo) throw new Error("There is no photo.")
  return photo
}

const resultOf = (page: Page): Locator => page.getByRole("region", { name: "Generated Image" })
const imageOf = (page: Page): Locator => resultOf(page).getByRole("img", { name: "Without its background" })
const saveOf = (page: Page): Locator => page.getByRole("button", { name: "Save changes" })

/** Of somebody with 20 credits. @returns the address of the cut-out */
async function removeBackground(page: Page, photo: PhotoFile): Promise<string> {
  await page.goto("/generations/bg-remover")
  await page.locator("input[type=file]").first().setInputFiles(photo)
  await expect(page.getByText(photo.name.replace(".jpg", "")).first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole("button", { name: "Generate (1 credit)" }).click()
  await expectDrawn(resultOf(page).getByRole("link", { name: "View Image" })).toBeVisible()
  await expect(page.getByLabel("19 credits").first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
  return (await imageOf(page).getAttribute("src")) ?? ""
}

/** With the brush and the edge's sliders, by hand and by keyboard. */
async function mend(page: Page, first: string, hasTouch: boolean): Promise<void> {
  await resultOf(page).getByRole("button", { name: "Refine" }).click()
  const area = page.getByRole("application", { name: "Painting area" })
  await page.getByRole("radio", { name: "Brush" }).check({ force: true })
  await drawOn(page, area, hasTouch)
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled()
  await page.getByRole("radio", { name: "Erase" }).check({ force: true })
  await area.focus()
  for (const key of ["+", "Shift+ArrowDown", "Space"]) await area.press(key)
  const [shift, feather] = ["Move the edge", "Soften the edge"].map((label) =>
    page.getByRole("slider", { name: label }),
  )
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await shift?.press(key)
  await expect(shift ?? area).toHaveAttribute("aria-valuetext", "0.9 px outwards")
  await feather?.press("End")
  await expect(feather ?? area).toHaveAttribute("aria-valuetext", "13.5 px")
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(feather ?? area).toHaveAttribute("aria-valuetext", "as it is")
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByRole("button", { name: "Redo" }).click()
  await page.getByRole("switch", { name: "Clean the edge" }).press("Space")
  await page.waitForFunction(() => performance.getEntriesByName("edge-preview").length > 0)
  await expectAccessibleInBothThemes(page)
  await saveOf(page).click()
  await expectDrawn(page.getByRole("button", { name: "Bring back the first" })).toBeVisible()
  await page.getByRole("button", { name: "Done" }).click()
  await expect(imageOf(page)).toHaveAttribute("src", `${first}?v=1`)
}

test("a phone photo becomes a cut-out, a scene, a marketplace's picture and a larger one", { tag: "@phone" }, async ({
  page,
  baseURL,
  hasTouch,
}) => {
  await signUpConfirmed(page, baseURL ?? "")
  const photo = await firstPhoto()
  const result = resultOf(page)
  const image = imageOf(page)
  const save = saveOf(page)
  const first = await test.step("remove the background", () => removeBackground(page, photo))
  await test.step("mend it by finger and keys", () => mend(page, first, hasTouch))

  await test.step("bring the first one back, and refine it from the gallery", async () => {
    await result.getByRole("button", { name: "Refine" }).click()
    await page.getByRole("button", { name: "Bring back the first" }).click()
    await expect(page.getByRole("button", { name: "Bring back the first" })).toBeHidden()
    await page.getByRole("button", { name: "Done" }).click()
    await expect(image).toHaveAttribute("src", `${first}?v=2`)
    await page.goto("/photo-gallery")
    await page.getByRole("button", { name: "Details" }).first().press("Enter")
    await page.getByRole("dialog").getByRole("link", { name: "Refine" }).click()
    await page.getByRole("slider", { name: "Move the edge" }).press("ArrowLeft")
    await save.click()
    await expectDrawn(page.getByRole("button", { name: "Bring back the first" })).toBeVisible()
    await page.getByRole("button", { name: "Done" }).click()
    await expectAccessibleInBothThemes(page)
    await expect(page.getByLabel("19 credits").first()).toBeVisible()
  })

  await test.step("put it before an own picture and save that", async () => {
    await page.getByRole("radio", { name: "Picture" }).check({ force: true })
    await page
      .getByRole("button", { name: `Use ${photo.name}` })
      .first()
      .click()
    await expectAccessibleInBothThemes(page)
    await page.getByRole("button", { name: "Save with this background" }).click()
    const download = page.waitForEvent("download")
    await page.getByRole("link", { name: "Download", exact: true }).click()
    expect((await download).suggestedFilename()).toMatch(/\.png$/)
  })

  await test.step("place it before a colour, for nothing, as it was refined", async () => {
    await page.getByRole("link", { name: /make a scene/i }).click()
    await expect(page).toHaveURL(/\/generations\/scene\?image=.*v%3D3/)
    await page.getByRole("button", { name: "Generate (0 credit)" }).click()
    await expectDrawn(result.getByRole("img", { name: "The scene" })).toBeVisible()
    await expect(page.getByLabel("19 credits").first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("make the cut-out ready for a marketplace, see that it is small for it, and download it", async () => {
    await page.goto(`/generations/export?image=${encodeURIComponent(`${first}?v=3`)}`)
    const jumia = page.getByRole("region", { name: "Jumia" })
    await expectDrawn(jumia.getByText("Does not pass", { exact: true })).toBeVisible()
    await expect(
      jumia.getByText(/Too small: the product has \d+ × \d+ px and is made 2\.0 times as large/),
    ).toBeVisible()
    await expect(jumia.getByRole("link", { name: "Enlarge it first · 2 credits" })).toBeVisible()
    await expect(jumia.getByRole("img", { name: "Failed" })).toHaveCount(1)
    await expectAccessibleInBothThemes(page)
    const download = page.waitForEvent("download")
    await page.getByRole("link", { name: "Download", exact: true }).click()
    expect((await download).suggestedFilename()).toMatch(/-jumia-680x850\.jpg$/)
  })

  await test.step("make the photo twice as large, and compare", async () => {
    await page.goto("/generations/photo-upscaling")
    const fileField = page.locator("input[type=file]").first()
    // One in the format of iPhones that this browser cannot open, then one that it makes a JPEG of.
    const unknown = Buffer.from("\0\0\0\x18ftypheic and nothing more", "latin1")
    await fileField.setInputFiles({ name: "tin 1.heic", mimeType: "image/heic", buffer: unknown })
    await expect(page.getByRole("main").getByText(messages.heicWayOut)).toBeVisible()
    await page.getByRole("button", { name: "Remove photo" }).click()
    await fileField.setInputFiles(await iphonePhoto(photo))
    await expect(page.getByText("900 × 900 px becomes 1,800 × 1,800 px")).toBeVisible()
    await page.getByRole("button", { name: "Generate (2 credit)" }).click()
    await expectDrawn(page.getByText("900 × 900 px became 1,800 × 1,800 px")).toBeVisible()
    await expect(page.getByLabel("17 credits").first()).toBeVisible()
    const divider = page.getByRole("slider", { name: "Divider between before and after" })
    await divider.press("ArrowRight")
    await expect(divider).toHaveValue("51")
    const box = await divider.boundingBox()
    if (!box) throw new Error("There is nothing to compare.")
    const [x, y] = [box.x + box.width * 0.25, box.y + box.height / 2]
    await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
    await expect.poll(async () => Math.abs(Number(await divider.inputValue()) - 25)).toBeLessThan(4)
    await page.getByRole("radio", { name: "100 %" }).check({ force: true })
    await expect(page.getByRole("region", { name: "Picture at 100 %" })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})

test("a photo becomes a cut-out that is mended with the mouse", { tag: "@desk" }, async ({
  page,
  baseURL,
  hasTouch,
}) => {
  await signUpConfirmed(page, baseURL ?? "")
  const photo = await firstPhoto()
  await mend(page, await removeBackground(page, photo), hasTouch)
})

/** Taps a place of the painting area, in shares of it, as a thumb does or with the mouse. */
async function tapAt(page: Page, area: Locator, hasTouch: boolean, across: number, down: number): Promise<void> {
  await area.scrollIntoViewIfNeeded()
  const box = await area.boundingBox()
  if (!box) throw new Error("There is nothing to tap.")
  const [x, y] = [box.x + box.width * across, box.y + box.height * down]
  await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
}

/** Waits until so many taps were shown, and says how long the last one took, in ms. */
async function shownTaps(page: Page, count: number): Promise<number> {
  await page.waitForFunction((wanted) => performance.getEntriesByName("tap-preview").length >= wanted, count)
  return page.evaluate(() => (performance.getEntriesByName("tap-preview").at(-1) as PerformanceMark).detail.ms)
}

/** Share of a picture that is seen, in a part of it. */
async function seenIn(page: Page, address: string, left: number, right: number): Promise<number> {
  const bytes = await (await page.request.get(address)).body()
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let [seen, all] = [0, 0]
  for (let p = 0; p < info.width * info.height; p++) {
    const x = (p % info.width) / info.width
    if (x < left || x > right) continue
    all++
    if ((data[p * 4 + 3] ?? 0) > 127) seen++
  }
  return seen / all
}

test("unsure cut-outs of a batch come first and are settled by one thumb: kept, changed, mended by a tap", {
  tag: "@phone",
}, async ({ page, baseURL, hasTouch }) => {
  await signUpConfirmed(page, baseURL ?? "")
  await page.goto("/generations/batch?tool=cut-out")
  const photos = [await firstPhoto(), await unsurePhoto("two tins.jpg"), await unsurePhoto("two more.jpg")]
  await page.locator("input[type=file]").first().setInputFiles(photos)
  await expect(page.getByText(/^3 of 3 photos uploaded/)).toBeVisible()
  await page.getByRole("button", { name: "Generate (3 credit)" }).click()
  await expectDrawn(page.getByText(/^1 of 3 done, 2 to look at/)).toBeVisible()
  const row = page.getByRole("region", { name: "Look at these" })
  await expect(row).toContainText("We are not sure of 2 cut-outs")
  await expectAccessibleInBothThemes(page)
  await row.getByRole("button", { name: "Look at all 2" }).click()
  await expect(row.getByRole("heading")).toContainText("1 of 2")
  await expectAccessibleInBothThemes(page)

  await test.step("a tap brings the other tin, another takes it away again", async () => {
    await row.getByRole("button", { name: "Tap to mend" }).click()
    const area = page.getByRole("application", { name: "Painting area" })
    await tapAt(page, area, hasTouch, 0.2, 0.75)
    await shownTaps(page, 1)
    await tapAt(page, area, hasTouch, 0.2, 0.75)
    await shownTaps(page, 2)
    await page.getByRole("button", { name: "Undo" }).click()
    await shownTaps(page, 3)
    await expectAccessibleInBothThemes(page)
    await saveOf(page).click()
    await expectDrawn(page.getByRole("button", { name: "Bring back the first" })).toBeVisible()
    await page.getByRole("button", { name: "Done" }).click()
    const address = (await row.getByRole("img", { name: "Without its background" }).getAttribute("src")) ?? ""
    expect(await seenIn(page, address, 0, 0.3)).toBeGreaterThan(0.25)
    expect(await seenIn(page, address, 0.47, 0.75)).toBeGreaterThan(0.3)
  })

  await row.getByRole("button", { name: "Next" }).click()
  await expect(row.getByRole("heading")).toContainText("2 of 2")
  await row.getByRole("radio", { name: "Second answer" }).click({ force: true })
  await expect(row.getByRole("button", { name: "Next" })).toBeVisible()
  await row.getByRole("button", { name: "Next" }).click()
  await expectDrawn(page.getByText(/^3 of 3 done/)).toBeVisible()
  await expect(row).toBeHidden()
})

test("an unsure cut-out is drawn a box around with the mouse and tapped with the keyboard", { tag: "@desk" }, async ({
  page,
  baseURL,
}) => {
  await signUpConfirmed(page, baseURL ?? "")
  const first = await removeBackground(page, await unsurePhoto("two tins.jpg"))
  await expect(resultOf(page).getByText("Look at this one: we are not sure of the edge")).toBeVisible()
  await resultOf(page).getByRole("button", { name: "Looks right" }).click()
  await expect(resultOf(page).getByText("You have looked at this one.")).toBeVisible()
  await resultOf(page).getByRole("button", { name: "Refine" }).click()
  const area = page.getByRole("application", { name: "Painting area" })
  await area.focus()
  // From the middle, where the tin is, to a place on it.
  for (const key of ["Shift+ArrowRight", "Enter"]) await area.press(key)
  await shownTaps(page, 1)
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByRole("radio", { name: "Box" }).check({ force: true })
  await area.scrollIntoViewIfNeeded()
  const box = await area.boundingBox()
  if (!box) throw new Error("There is nothing to draw on.")
  await page.mouse.move(box.x + box.width * 0.43, box.y + box.height * 0.24)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.79, box.y + box.height * 0.76, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled()
  await shownTaps(page, 2)
  await expectAccessibleInBothThemes(page)
  await saveOf(page).click()
  await expectDrawn(page.getByRole("button", { name: "Bring back the first" })).toBeVisible()
  await page.getByRole("button", { name: "Done" }).click()
  await expect(imageOf(page)).toHaveAttribute("src", `${first}?v=1`)
  expect(await seenIn(page, `${first}?v=1`, 0, 0.3)).toBe(0)
  expect(await seenIn(page, `${first}?v=1`, 0.47, 0.75)).toBeGreaterThan(0.3)
})

/** Ten small photos, the fourth of which breaks off in the middle. */
async function tenPhotos(): Promise<PhotoFile[]> {
  const photo = await firstPhoto()
  const buffer = await sharp(photo.buffer).resize(240).jpeg().toBuffer()
  return Array.from({ length: 10 }, (_, n) => ({
    ...{ name: `tin ${n + 1}.jpg`, mimeType: "image/jpeg" },
    buffer: n === 3 ? buffer.subarray(0, buffer.length / 2) : buffer,
  }))
}

test("ten photos with a broken one go on while the page is closed, and only what is done is paid", {
  tag: "@desk",
}, async ({ page, context, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  await page.goto("/generations/bg-remover")
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles(await tenPhotos())
  await page.getByRole("button", { name: "Make this a batch" }).press("Enter")
  await expect(page.getByText(/^9 of 10 photos uploaded/)).toBeVisible()
  await expect(page.getByText("tin 4.jpg cannot be opened. It may be damaged")).toBeVisible()
  await expectAccessibleInBothThemes(page)
  // They wait on the device: nobody chooses ten photos twice.
  await page.reload()
  await expect(page.getByText(/^9 of 10 photos uploaded/)).toBeVisible()
  await expect(page.getByText("tin 4.jpg cannot be opened. It may be damaged")).toBeVisible()
  await page.getByRole("button", { name: "Generate (9 credit)" }).press("Enter")
  await expectDrawn(page.getByText(/^0 of 9 done, [1-8] to look at/)).toBeVisible()
  const address = page.url()
  await page.close()

  const later = await context.newPage()
  await later.goto(address)
  await expectDrawn(later.getByText(/^0 of 9 done, 9 to look at/)).toBeVisible()
  await expect(later.getByLabel("11 credits").first()).toBeVisible()
  await expectAccessibleInBothThemes(later)
  const download = later.waitForEvent("download")
  await later.getByRole("link", { name: "Download ZIP" }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  await later
    .getByRole("link", { name: /^Refine/ })
    .first()
    .press("Enter")
  await expect(later.getByRole("application", { name: "Painting area" })).toBeVisible()

  // In a set, which is paid beside the cut-out and keeps it; of a photo whose cut-out is sure.
  await later.goto("/generations/batch?tool=cut-out")
  await later
    .locator("input[type=file]")
    .first()
    .setInputFiles(await firstPhoto())
  await expect(later.getByText(/^1 of 1 photo uploaded/)).toBeVisible()
  await later.getByRole("radio", { name: "Set" }).press("Space")
  await expectAccessibleInBothThemes(later)
  await later.getByRole("button", { name: "Generate (3 credit)" }).press("Enter")
  await expectDrawn(later.getByText("1 of 1 done. 3 credits.")).toBeVisible()
  await expect(later.getByLabel("8 credits").first()).toBeVisible()
  await later.getByRole("link", { name: "Cut-out of tin 1" }).press("Enter")
  await expect(later.getByRole("heading", { name: "Cut-out" })).toBeVisible()
})
