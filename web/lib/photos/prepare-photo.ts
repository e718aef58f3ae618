import { bucketBytes, imagesBucketId } from "#contract/hosted/files.ts"
import { heicKinds, kindBytes, pictureKindOf, pictureKinds, refuseSize } from "#contract/hosted/picture-kinds.ts"
import { messages } from "#contract/messages.ts"
import { photoAsJpeg } from "./draw-photo.ts"
import { lightenPhoto } from "./lighten-photo.ts"

const asAccepted = (kinds: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(kinds).map(([type, endings]) => [type, endings.map((one) => `.${one}`)]))

/** Kinds of pictures that are taken as they are, by type and file ending. Phones turn their own kinds into these. */
export const pictureTypes = asAccepted(pictureKinds)

/** The same with the kinds of iPhones, where `preparePhoto` turns them into JPEG. */
export const photoTypes = asAccepted({ ...pictureKinds, ...heicKinds })

/** Largest file that can be uploaded, in bytes. */
export const maxPhotoBytes = bucketBytes[imagesBucketId]

/** A photo that can be uploaded, and how large it is: 0 by 0 where only the server can tell. */
export interface PreparedPhoto {
  file: File
  width: number
  height: number
  /** Bytes of the photo that was chosen, where a lighter copy goes in its place. */
  originalBytes?: number | undefined
}

/** Sides that a photo should have for a good result, in pixels: what the guide for trainings asks for, too. */
export const wantedSide = 384

/** Whether even the longer side of a photo is shorter than that. @returns false while its size is not known */
export function isSmallPhoto({ width, height }: Pick<PreparedPhoto, "width" | "height">): boolean {
  const longer = Math.max(width, height)
  return longer > 0 && longer < wantedSide
}

/** What is wrong with a photo, in words for the person. */
export class PhotoProblem extends Error {}

/**
 * Reads a photo's size, and turns the format of iPhones into JPEG where this browser can. Where only the server can, it is
 * uploaded as it is.
 * @param serverReadsHeic asked where this browser cannot open a photo of an iPhone
 * @param isLighter whether an upright copy of fewer pixels may go in its place, where that saves much
 * @throws PhotoProblem
 */
export async function preparePhoto(
  file: File,
  serverReadsHeic: () => Promise<boolean>,
  { isLighter = false }: { isLighter?: boolean } = {},
): Promise<PreparedPhoto> {
  const kind = pictureKindOf(new Uint8Array(await file.slice(0, kindBytes).arrayBuffer()))
  if (kind === null && !file.type.startsWith("image/") && !isHeic(file)) {
    throw new PhotoProblem(`${file.name} is not a photo. Please choose a photo, such as JPEG or PNG.`)
  }
  if (file.size === 0) throw new PhotoProblem(`${file.name} is empty. Please choose another photo.`)
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) {
    if (!isHeic(file)) throw new PhotoProblem(unreadableWords(file))
    if (await serverReadsHeic()) return { file, width: 0, height: 0 }
    throw new PhotoProblem(heicWords(file))
  }
  const { width, height } = picture
  try {
    const words = refuseSize(kind ?? file.type, { width, height })
    if (words) throw new PhotoProblem(`${file.name}: ${words}`)
    const lighter = isLighter && (kind === "image/jpeg" || isHeic(file)) ? await lightenPhoto(file, picture) : null
    if (lighter) return { ...lighter, originalBytes: file.size }
    return { file: isHeic(file) ? await toJpeg(file, picture) : file, width, height }
  } finally {
    picture.close()
  }
}

/** Whether a file is in the format of iPhones, as far as its name and type tell. */
export function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

function heicWords({ name }: File): string {
  return `${name} is a HEIC photo, which this browser cannot open. ${heicWayOut()}`
}

/** How to come to a photo that everything opens, on the phone in hand. */
export function heicWayOut(): string {
  if (!/Android/.test(navigator.userAgent)) return messages.heicWayOut
  return "In the settings of this phone's camera, switch off high efficiency pictures (HEIF), take the photo again, and add it."
}

/** Whether this browser opens the photos of iPhones: Safari does, from version 17. */
function opensHeic(): boolean {
  const safari = /^Apple/.test(navigator.vendor) ? /Version\/(\d+)/.exec(navigator.userAgent) : null
  return Number(safari?.[1] ?? 0) >= 17
}

/** The kinds of photos that a picker promises. @param serverReadsHeic whether the server opens photos of iPhones */
export function namePhotoKinds(serverReadsHeic: boolean): string {
  return serverReadsHeic || opensHeic() ? "JPEG, PNG, WebP or HEIC" : "JPEG, PNG or WebP"
}

function unreadableWords({ name }: File): string {
  return `${name} cannot be opened. It may be damaged: save it as JPEG or PNG and add it again.`
}

async function toJpeg({ name }: File, picture: ImageBitmap): Promise<File> {
  const blob = await photoAsJpeg(picture, Number.POSITIVE_INFINITY, 0.95)
  if (!blob) throw new PhotoProblem(heicWords(new File([], name)))
  return new File([blob], name.replace(/\.hei[cf]$/i, ".jpg"), { type: "image/jpeg" })
}
