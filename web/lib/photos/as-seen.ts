import { kindBytes, pictureKindOf } from "#contract/hosted/picture-kinds.ts"
import { sidewaysWebp, withoutOrientation } from "#contract/hosted/webp-orientation.ts"

/** Whether this browser shows a WebP as its camera was held; asked of it once. */
let turnsWebp: Promise<boolean> | null = null

async function probe(): Promise<boolean> {
  const picture = new Image()
  picture.src = sidewaysWebp
  await picture.decode()
  return picture.naturalHeight > picture.naturalWidth
}

/**
 * A photo that is worked on as this browser shows it. Browsers do not agree on WebP that says how it was held: where this one
 * takes no notice, the file says so no more when it is sent, so that before and after look the same.
 */
export async function asSeen(file: File): Promise<File> {
  const start = new Uint8Array(await file.slice(0, kindBytes).arrayBuffer())
  if (pictureKindOf(start) !== "image/webp") return file
  const bare = withoutOrientation(new Uint8Array(await file.arrayBuffer()))
  if (!bare) return file
  turnsWebp ??= probe().catch(() => true)
  return (await turnsWebp) ? file : new File([bare], file.name, { type: file.type, lastModified: file.lastModified })
}
