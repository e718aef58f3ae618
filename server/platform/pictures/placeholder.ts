import { openPicture } from "./picture.ts"

/** A picture of a few pixels as a data address, shown blurred until the real one is there. */
export async function makePlaceholder(bytes: Uint8Array, mimeType: string): Promise<string> {
  const tiny = await openPicture(bytes, mimeType, "first")
    .autoOrient()
    .resize({ width: 16, height: 16, fit: "inside" })
    .webp({ quality: 40 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString("base64")}`
}
