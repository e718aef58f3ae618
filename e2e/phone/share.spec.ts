import { expect, test } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { productPhotos } from "#e2e/product-photos.ts"
import { shareFromPhone } from "./share-from-phone.ts"

test("a photo that the phone shares lands in a chooser, and from there in a tool or on the shelf", {
  tag: "@phone",
}, async ({ page, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  const manifest = await (await page.request.get("/manifest.webmanifest")).json()
  expect(manifest.share_target).toMatchObject({ action: "/share", method: "POST" })
  for (const { url } of manifest.shortcuts) {
    await page.goto(url)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  }
  await page.goto("/share")
  await expect(page.getByRole("heading", { name: "Nothing was shared" })).toBeVisible()
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register("/offline-worker.js", { scope: "/" })
    const coming = registration.installing ?? registration.waiting
    while (registration.active?.state !== "activated") {
      await new Promise((resolve) => (coming ?? registration.active)?.addEventListener("statechange", resolve))
    }
  })
  const [photo] = await productPhotos()
  if (!photo) throw new Error("There is no photo.")
  await shareFromPhone(page, { ...photo, name: "tin.jpg" })
  await expect(page.getByRole("heading", { name: "What should become of it?" })).toBeVisible()
  await page.reload()
  await expect(page.getByAltText("tin.jpg")).toBeVisible()
  await expectAccessible(page)
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `test-results/share-${colorScheme}.png` })
  }
  await page.getByRole("button", { name: "Remove its background" }).click()
  await expect(page).toHaveURL(/\/generations\/bg-remover/)
  await expect(page.getByText("Image uploaded successfully.")).toBeVisible()
  await page.goto("/share")
  await expect(page.getByRole("heading", { name: "Nothing was shared" })).toBeVisible()
  await shareFromPhone(page, photo)
  await page.getByRole("button", { name: "Put it on the shelf" }).click()
  await expect(page).toHaveURL(/\/shelf\/[\w-]+$/)
  await expect(page.getByAltText("Number 1 of the product")).toBeVisible()
})
