import { expect, test } from "@playwright/test"
import { expectAccessible, expectAccessibleInBothThemes } from "#e2e/accessible.ts"
import { pressAt, tabTo } from "#e2e/keyboard.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { expectDrawn } from "#e2e/picture-work.ts"
import { productPhotos } from "#e2e/product-photos.ts"

test("from a photo to an open shop, where a guest orders by WhatsApp", { tag: "@phone" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? ""
  await signUpConfirmed(page, origin)
  const [photo] = await productPhotos()
  if (!photo) throw new Error("There is no photo.")

  await test.step("a photo becomes a product", async () => {
    await page.goto("/shelf")
    await expect(page.getByText("Nothing on the shelf yet")).toBeVisible()
    await expectAccessible(page)
    await page.locator("header input[type=file]").setInputFiles(photo)
    const dialog = page.getByRole("dialog", { name: "A product from a photo" })
    await expect(dialog.getByRole("definition")).toHaveText(["1 credit", "Free", "2 credits", "Free"])
    await expect(dialog.getByRole("radio", { name: "Set in my colours" })).toBeChecked()
    await dialog.getByLabel(/What is it/).fill("tin")
    const order = dialog.getByRole("button", { name: "Make it (3 credits)" })
    await expect(order).toBeEnabled()
    await expectAccessible(page)
    // The one tap from the photo to the draft.
    await order.tap()
    await expect(page).toHaveURL(/\/shelf\/[0-9a-f]{20}$/)
    const name = page.getByLabel("Name", { exact: true })
    await expectDrawn(name).toHaveValue(/^\w[\w ]* tin$/)
    await expectDrawn(page.getByRole("img", { name: /^Picture \d/ }).or(page.locator("fieldset ol img"))).toHaveCount(3)
    await name.fill("Tin of tea")
    await page.getByLabel("Price in naira").fill("5k")
    await page.getByText("In the shop", { exact: true }).tap()
    await page.getByRole("button", { name: "Save" }).tap()
    await expect(page.getByText("Saved")).toBeVisible()
    await expect(page).toHaveURL(/\/shelf\/[0-9a-f]{20}$/)
    await expectAccessibleInBothThemes(page)
  })

  const address = await test.step("the shop opens", async () => {
    await page.goto("/shelf/shop")
    await page.getByLabel("Name of your shop").fill("Adá's Teas")
    await page.getByLabel("Its name in the address").fill(`adas-teas-${Date.now().toString(36)}`)
    await page.getByLabel("WhatsApp number").fill("0803 123 4567")
    await page.getByText("Open to everybody", { exact: true }).tap()
    await page.getByRole("button", { name: "Save" }).tap()
    const link = page.getByRole("link", { name: "Look at it" })
    await expect(link).toBeVisible()
    await expectAccessibleInBothThemes(page)
    return (await link.getAttribute("href")) ?? ""
  })

  await test.step("a guest without scripts finds it and orders in a chat", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    const guest = await context.newPage()
    await guest.goto(new URL(address, origin).href)
    await expect(guest.getByRole("heading", { name: "Adá's Teas" })).toBeVisible()
    await guest.getByRole("link", { name: /Tin of tea/ }).click()
    await expect(guest.getByRole("heading", { name: "Tin of tea" })).toBeVisible()
    await expect(guest.getByText("₦5,000")).toBeVisible()
    const order = new URL((await guest.getByRole("link", { name: "Order on WhatsApp" }).getAttribute("href")) ?? "")
    expect([order.origin, order.pathname]).toEqual(["https://wa.me", "/2348031234567"])
    expect(order.searchParams.get("text")).toBe(
      `Hello Adá's Teas, I want to order Tin of tea for ₦5,000.\n${new URL(`${address}/tin-of-tea`, origin).href}`,
    )
    // On paper there is nothing to press.
    await guest.emulateMedia({ media: "print" })
    await expect(guest.getByText("₦5,000")).toBeVisible()
    await expect(guest.getByRole("link", { name: "Order on WhatsApp" })).toBeHidden()
    await context.close()
  })

  await test.step("its pages and what sellers read of it are clean for everybody, and sold out is gone", async () => {
    for (const path of [address, `${address}/tin-of-tea`, "/shelf/help"]) {
      await page.goto(path)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      await expectAccessibleInBothThemes(page)
    }
    await page.goto("/shelf")
    // By keys alone, as with a keyboard on the table.
    await page.getByRole("link", { name: /Tin of tea/ }).press("Enter")
    await page.getByRole("radio", { name: "Sold out" }).press("Space")
    await page.getByRole("button", { name: "Save" }).press("Enter")
    await expect(page.getByText("Saved")).toBeVisible()
    expect((await page.request.get(`${address}/tin-of-tea`)).status()).toBe(404)
  })
})

test("the same with a keyboard alone", { tag: "@desk" }, async ({ page, baseURL }) => {
  const origin = baseURL ?? ""
  await signUpConfirmed(page, origin)
  const [photo] = await productPhotos()
  if (!photo) throw new Error("There is no photo.")
  const button = (name: string) => page.getByRole("button", { name })
  const write = async (label: string | RegExp, text: string): Promise<void> => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.type(text)
  }

  await page.goto("/shelf")
  const chooser = page.waitForEvent("filechooser")
  await pressAt(page, button("From a photo"), "Enter")
  await (await chooser).setFiles(photo)
  await tabTo(page, page.getByLabel(/What is it/))
  await page.keyboard.type("tin")
  // A plain ground in the shop's colours costs nothing.
  await pressAt(page, page.getByRole("radio", { name: "Set in my colours" }), "ArrowRight")
  await expect(button("Make it (1 credit)")).toBeEnabled()
  await pressAt(page, button("Make it (1 credit)"), "Enter")
  await expect(page).toHaveURL(/\/shelf\/[0-9a-f]{20}$/)
  await expectDrawn(page.locator("fieldset ol img")).toHaveCount(3)
  await write("Name", "Tin of tea")
  await write("Price in naira", "5k")
  await pressAt(page, page.getByRole("switch", { name: "In the shop" }), "Space")
  await pressAt(page, button("Save"), "Enter")
  await expect(page.getByText("Saved")).toBeVisible()

  await page.goto("/shelf/shop")
  await write("Name of your shop", "Adá's Teas")
  await write("Its name in the address", `adas-keys-${Date.now().toString(36)}`)
  await write(/^WhatsApp number/, "0803 123 4567")
  await pressAt(page, page.getByRole("switch", { name: "Open to everybody" }), "Space")
  await pressAt(page, button("Save"), "Enter")
  const opened = page.waitForEvent("popup")
  await pressAt(page, page.getByRole("link", { name: "Look at it" }), "Enter")
  const shop = await opened
  await pressAt(shop, shop.getByRole("link", { name: /Tin of tea/ }), "Enter")
  await expect(shop.getByRole("heading", { name: "Tin of tea" })).toBeVisible()
  const order = shop.getByRole("link", { name: "Order on WhatsApp" })
  await tabTo(shop, order)
  expect(await order.getAttribute("href")).toMatch(/^https:\/\/wa\.me\/2348031234567\?/)
})
