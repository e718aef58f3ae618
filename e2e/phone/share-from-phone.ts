import type { Page } from "@playwright/test"
import type { PhotoFile } from "#e2e/product-photos.ts"

/** Sends what a phone sends when its gallery shares a photo with the installed app, from a page with the app's worker. */
export async function shareFromPhone(page: Page, photo: PhotoFile): Promise<void> {
  const manifest = await (await page.request.get("/manifest.webmanifest")).json()
  const given = { name: photo.name, type: photo.mimeType, bytes: photo.buffer.toString("base64") }
  await page.evaluate(
    ({ name, type, bytes, target }) => {
      const file = new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type })
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
    { ...given, target: manifest.share_target },
  )
}
