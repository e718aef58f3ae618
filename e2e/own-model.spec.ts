import { expect, test } from "@playwright/test"
import { findStyle } from "#contract/catalogue/styles.ts"
import { messages } from "#contract/messages.ts"
import { expectAccessible } from "./accessible.ts"
import { ownerOf } from "./owner.ts"
import { signUpConfirmed } from "./person.ts"
import { productPhotos } from "./product-photos.ts"

test.describe.configure({ timeout: 400_000 })
test.skip(({ viewport }) => viewport?.width !== 390, "a training and six pictures, drawn once")

test("three photos become a model, its shoot and its gallery", async ({ page, playwright, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  const style = findStyle("food")
  if (!style) throw new Error("There is no such style.")

  await test.step("have the credits of a training", async () => {
    const owner = await ownerOf(playwright, baseURL ?? "")
    const { $id } = await (await page.request.get("/v1/account")).json()
    const given = { credits: 80, reason: "For the journey" }
    expect((await owner.post(`/operators/people/${$id}/credits`, { data: given })).status()).toBe(201)
    await owner.dispose()
  })

  await test.step("send three photos that the coach finds good", async () => {
    await page.goto("/training?mode=food")
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles(await productPhotos())
    await expect(
      page.getByText("The training and a first shoot of 6 pictures; credits return if it fails."),
    ).toBeVisible({
      timeout: 40_000,
    })
    await expectAccessible(page)
    await page.getByRole("checkbox", { name: "I have the right to use these photos." }).press("Space")
    await page.getByRole("button", { name: `Start your ${style.name} shoot now (100 credit)` }).click()
    await expect(page).toHaveURL(/\/training-dataset$/, { timeout: 30_000 })
    await expect(page.getByText(messages.shootInProgress)).toBeVisible()
  })

  const card = page.getByRole("article").first()
  await test.step("follow the training until its shoot is ready", async () => {
    await expect(card.getByText(`Shoot style: ${style.name}`)).toBeVisible()
    await expectAccessible(page)
    await expect(card.getByRole("link", { name: "See Photos" })).toBeVisible({ timeout: 240_000 })
    await expect(card.getByRole("button", { name: "Generate Image" })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("see its six pictures in the gallery", async () => {
    await card.getByRole("link", { name: "See Photos" }).click()
    await expect(page).toHaveURL(/\/photoshoot-gallery\?model=/)
    // A long gallery holds only what is near the window.
    const seen = new Set<string>()
    await expect
      .poll(async () => {
        for (const image of await page.getByRole("main").getByRole("img").all()) {
          seen.add((await image.getAttribute("src")) ?? "")
        }
        await page.evaluate(() => scrollBy(0, innerHeight / 2))
        return seen.size
      })
      .toBe(6)
    await expectAccessible(page)
  })
})
