import { readFile } from "node:fs/promises"
import { expect, test } from "@playwright/test"
import sharp from "sharp"
import { expectAccessibleInBothThemes } from "#e2e/accessible.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { productPhotos } from "#e2e/product-photos.ts"

const table = (...rows: string[]) => ({
  name: "my goods.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(["Item;Selling price;Qty", ...rows].join("\r\n")),
})

test("from a spreadsheet to a price poster and a price list", { tag: "@phone" }, async ({ page, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  const [photo] = await productPhotos()
  if (!photo) throw new Error("There is no photo.")

  await test.step("a table says what is wrong, and is taken when nothing is", async () => {
    await page.goto("/shelf")
    await page.getByRole("link", { name: "From a spreadsheet" }).tap()
    // The page before it has a field for files too.
    await expect(page.getByRole("heading", { name: "Products from a spreadsheet" })).toBeVisible()
    const file = page.locator("input[type=file]")
    await file.setInputFiles(table("Tin of tea;5k;3", "Biscuits;cheap;sold out"))
    await expect(page.getByRole("cell", { name: "This is no price. Write it like 5,000 or 5,000.00." })).toBeVisible()
    await expect(page.getByRole("button", { name: "Import 2 products" })).toBeDisabled()
    await expectAccessibleInBothThemes(page)
    await file.setInputFiles(table("Tin of tea;5k;3", "Biscuits;700;sold out"))
    await page.getByLabel("What “Qty” holds").selectOption({ label: "Stock" })
    await page.getByRole("button", { name: "Import 2 products" }).tap()
    await expect(page.getByRole("list", { name: "Products" }).getByRole("link")).toHaveCount(2)
  })

  await test.step("a product with a picture has six posters", async () => {
    await page.getByRole("link", { name: /Tin of tea/ }).tap()
    await page.getByRole("button", { name: "Add pictures" }).tap()
    const dialog = page.getByRole("dialog", { name: "Add pictures" })
    await dialog.locator("input[type=file]").setInputFiles(photo)
    await dialog.getByRole("button", { name: "Add 1 picture" }).tap()
    await page.getByText("In the shop", { exact: true }).tap()
    const saved = page.waitForResponse((reply) => reply.request().method() === "PUT")
    await page.getByRole("button", { name: "Save" }).tap()
    expect((await saved).status()).toBe(200)
    await page.getByRole("button", { name: "Price poster" }).tap()
    const posters = page.getByRole("dialog", { name: "Price poster" })
    await posters.getByText("Status", { exact: true }).tap()
    const looks = posters.getByRole("group", { name: "Layout" }).locator("img")
    await expect(looks).toHaveCount(6)
    for (const look of await looks.all()) await expect(look).toHaveJSProperty("naturalWidth", 360)
    await posters.getByRole("radio", { name: "Big price" }).check({ force: true })
    await expectAccessibleInBothThemes(page)
    const download = page.waitForEvent("download")
    await posters.getByRole("button", { name: "Download" }).tap()
    const made = sharp(await readFile(await (await download).path()))
    expect(await made.metadata()).toMatchObject({ format: "jpeg", width: 1080, height: 1920 })
    await page.keyboard.press("Escape")
  })

  await test.step("the shop has a price list", async () => {
    await page.goto("/shelf/shop")
    await page.getByLabel("Name of your shop").fill("Adá's Teas")
    await page.getByLabel("Its name in the address").fill(`adas-goods-${Date.now().toString(36)}`)
    await page.getByRole("button", { name: "Save" }).tap()
    const download = page.waitForEvent("download")
    await page.getByRole("link", { name: "For phones" }).tap()
    const list = await readFile(await (await download).path(), "latin1")
    expect([list.slice(0, 5), list.includes("/S /Div")]).toEqual(["%PDF-", true])
  })
})
