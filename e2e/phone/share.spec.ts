import { expect, test } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { productPhotos } from "#e2e/product-photos.ts"

test("a photo that the phone shares lands in a chooser, and from there in a tool", { tag: "@phone" }, async ({
  page,
  baseURL,
}) => {
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
  // What a phone sends when its gallery shares a photo with the installed app.
  await page.evaluate(
    ({ bytes, target }) => {
      const file = new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], "tin.jpg", {
        type: "image/jpeg",
      })
      const form = document.createElement("form")
      form.method = target.method
      form.action = target.action
      form.enctype = target.enctype
      const field = document.createElement("input")
      field.type = "file"
      field.name = target.params.files[0].name
      const chosen = new DataTransfer()
      chosen.items.add(file)
      field.files = chosen.files
      form.append(field)
      document.body.append(form)
      form.submit()
    },
    { bytes: photo?.buffer.toString("base64") ?? "", target: manifest.share_target },
  )
  await expect(page.getByRole("heading", { name: "What should become of it?" })).toBeVisible()
  await expect(page.getByAltText("tin.jpg")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: "Remove its background" }).click()
  await expect(page).toHaveURL(/\/generations\/bg-remover/)
  await expect(page.getByText("Image uploaded successfully.")).toBeVisible()
  await page.goto("/share")
  await expect(page.getByRole("heading", { name: "Nothing was shared" })).toBeVisible()
})
