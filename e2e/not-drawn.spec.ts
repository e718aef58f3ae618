import { expect, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "./accessible.ts"
import { pressAt, tabTo } from "./keyboard.ts"
import { signUpConfirmed } from "./person.ts"
import { expectDrawn } from "./picture-work.ts"
import { productPhotos, unsurePhoto } from "./product-photos.ts"

const words = "a toaster on a kitchen counter, morning light"

test("what is not drawn costs nothing, and one's own photo goes into that very scene", async ({ page, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  const credits = (count: number) => page.getByLabel(`${count} credits`).first()
  const field = page.getByLabel("Prompt", { exact: true })
  const generate = page.getByRole("button", { name: /^Generate/ })

  await test.step("it is told while typing, and the press asks before anything is paid", async () => {
    await page.goto("/generations/flux?mode=flux1.1-pro")
    await field.fill(words)
    await expect(page.getByText("We cannot draw “toaster” yet.")).toBeVisible()
    await page.getByRole("radio", { name: "1:1" }).check({ force: true })
    await generate.click()
    await expect(page.getByRole("dialog", { name: "We cannot draw “toaster” yet." })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole("button", { name: "Draw this instead: rice cooker" }).click()
    await expect(field).toHaveValue("a rice cooker on a kitchen counter, morning light")
    await expect(page.getByText("We cannot draw")).toHaveCount(0)
    await expect(credits(20)).toBeVisible()
  })

  await test.step("the server refuses it too, whoever asks", async () => {
    const order = { prompt: words, aspect_ratio: "1:1" }
    const refused = await page.request.post("/image-gen-with-flux-1.1", {
      data: order,
      headers: { origin: baseURL ?? "" },
    })
    expect([refused.status(), (await refused.json()).type]).toEqual([422, "not_drawn"])
  })

  await test.step("a photo is cut out and put into the scene, with the words kept", async () => {
    await field.fill(words)
    await generate.click()
    await page.getByRole("link", { name: "Put my own photo in this scene" }).last().click()
    await expect(page.getByRole("heading", { name: "Your photo in this scene" })).toBeVisible()
    await expect(page.getByLabel("Words of the scene")).toHaveValue(words)
    await expect(page.getByText("your product, kitchen counter, daylight.")).toBeVisible()
    const [photo] = await productPhotos()
    if (!photo) throw new Error("There is no photo.")
    await page.locator("input[type=file]").first().setInputFiles(photo)
    await page.getByRole("button", { name: "Generate (3 credits)" }).click()
    await expectDrawn(page.getByRole("img", { name: "The scene" })).toBeVisible()
    await expect(credits(17)).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("around a cut-out that is not sure nothing is paid before it was looked at", async () => {
    await page.goto(`/generations/scene?words=${encodeURIComponent(words)}`)
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles(await unsurePhoto("unsure.jpg"))
    await page.getByRole("button", { name: "Generate (3 credits)" }).click()
    await expectDrawn(page.getByRole("button", { name: "Looks right" })).toBeVisible()
    await expect(credits(16)).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("a poster is made on purpose, for a credit", async () => {
    await page.goto("/generations/flux?mode=flux1.1-pro")
    await field.fill(words)
    await page.getByRole("radio", { name: "1:1" }).check({ force: true })
    await generate.click()
    await page.getByRole("button", { name: "Make a poster of the words (1 credit)" }).click()
    await expectDrawn(page.getByText("a poster of these words")).toBeVisible()
    await expect(credits(15)).toBeVisible()
  })
})

test("by the keyboard alone words are chosen, made better and taken back, and settings are kept", {
  tag: "@desk",
}, async ({ page, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  const field = page.getByLabel("Prompt", { exact: true })
  await page.goto("/generations/flux?mode=flux1.1-pro")
  await tabTo(page, field)
  await page.keyboard.type("my blue mug")
  await pressAt(page, page.getByRole("button", { name: "Choose the words" }), "Enter")
  await pressAt(page, page.locator("summary").filter({ hasText: "Where" }), "Enter")
  await pressAt(page, page.getByRole("button", { name: "Lagos balcony" }), "Space")
  await expect(field).toHaveValue("my blue mug on a Lagos balcony")
  await expectAccessibleInBothThemes(page)

  await pressAt(page, page.getByRole("button", { name: "Add what is missing" }), "Enter")
  await expect(field).toHaveValue("my blue mug on a wooden table on a Lagos balcony, golden light, eye level")
  await expect(page.getByText("I will draw:")).toBeVisible()
  await expect(page.getByText("Not drawn:")).toHaveCount(0)
  await tabTo(page, field)
  await page.keyboard.press("Control+z")
  await expect(field).toHaveValue("my blue mug on a Lagos balcony")

  await pressAt(page, page.getByRole("button", { name: "Presets" }), "Enter")
  await tabTo(page, page.getByLabel("Name", { exact: true }))
  await page.keyboard.type("Shop")
  await page.keyboard.press("Enter")
  await pressAt(page, page.getByRole("button", { name: "Pin Shop to the home and Generate" }), "Space")
  await expect(page.getByRole("button", { name: "Pin Shop to the home and Generate", pressed: true })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  for (const place of ["/generations", "/app"]) {
    await page.goto(place)
    await pressAt(page, page.getByRole("link", { name: "Shop", exact: true }), "Enter")
    await expect(page).toHaveURL(/\/generations\/flux\?mode=flux1\.1-pro$/)
  }
})
