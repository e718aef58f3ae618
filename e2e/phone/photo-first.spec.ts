import { expect, type Page, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "#e2e/accessible.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { expectDrawn } from "#e2e/picture-work.ts"
import { productPhotos } from "#e2e/product-photos.ts"

/** How many small looks at the person's own photo have come. */
const looksThere = (page: Page): Promise<number> =>
  page
    .locator('img[src^="/photo-previews?"]')
    .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)

test("a photo is seen as it will be before anything is paid, goes into a scene chosen by its look, and along to a trade", {
  tag: "@phone",
}, async ({ page, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  const [drawn] = await productPhotos(640)
  if (!drawn) throw new Error("There is no photo.")
  // As long a name as a chat gives a photo, in one word.
  const photo = { ...drawn, name: "IMG-20261127-WA0017_edited_final_for_the_shop.jpg" }

  await test.step("the home begins with a photo, and shows what can be made of this one", async () => {
    await page.goto("/app")
    const invitation = page.getByRole("heading", { name: "Begin with your photo" })
    await expect(invitation).toBeInViewport()
    await expectAccessibleInBothThemes(page)
    await page.getByLabel("Choose a photo").setInputFiles(photo)
    await expectDrawn.poll(() => looksThere(page)).toBe(4)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider, "pixels by which the page is wider than the phone").toBe(0)
    await expectAccessibleInBothThemes(page)
    await expect(page.getByLabel("20 credits").first()).toBeVisible()
  })

  await test.step("a scene is chosen by the photo in it, and made for the price that the button says", async () => {
    await page.getByRole("link", { name: /In a scene/ }).click()
    await expect(page.getByRole("radio", { name: "In its own colour" })).toBeChecked()
    await expectDrawn.poll(() => looksThere(page)).toBeGreaterThan(3)
    await page.getByRole("radio", { name: "White for listings" }).check({ force: true })
    await expectAccessibleInBothThemes(page)
    await page.getByRole("button", { name: "Generate (3 credit)" }).click()
    await expectDrawn(page.getByRole("img", { name: "The scene" })).toBeVisible()
    await expect(page.getByLabel("17 credits").first()).toBeVisible()
    // The cut-out is there now: the next scene costs itself alone.
    await expect(page.getByRole("button", { name: "Generate (2 credit)" })).toBeVisible()
  })

  await test.step("a trade shows its scenes with the photo, which goes along into the one that is used", async () => {
    await page.goto("/category/bags")
    await expect(page.getByText(photo.name)).toBeVisible()
    await expectDrawn.poll(() => looksThere(page)).toBe(6)
    await expectAccessibleInBothThemes(page)
    await page.getByRole("link", { name: "Use this scene: Ankara table" }).click()
    await expect(page).toHaveURL(/\/generations\/scene\?set=ankara-table&image=/)
    await expect(page.getByRole("radio", { name: "Ankara table" })).toBeChecked()
  })
})
