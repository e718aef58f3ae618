/**
 * Kinds of pictures that are taken, and the endings that file pickers know them by. Content decides, never the name: browser
 * and server ask `pictureKindOf` (docs/product-rules.md#kinds-of-pictures).
 */
export const pictureKinds: Readonly<Record<string, readonly string[]>> = {
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif", "pjpeg", "pjp"],
  "image/png": ["png", "apng"],
  "image/webp": ["webp"],
  "image/avif": ["avif"],
  "image/gif": ["gif"],
}

/** Kinds of iPhones' photos, which become JPEG before they are kept. */
export const heicKinds: Readonly<Record<string, readonly string[]>> = { "image/heic": ["heic", "heif"] }

/** What a picture begins with, and what it is then. Names of types as registered at IANA. */
const signatures: readonly [type: string, offset: number, bytes: string][] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["image/webp", 8, "WEBP"],
  ["image/avif", 4, "ftypavif"],
  ["image/avif", 4, "ftypavis"],
  ["image/heic", 4, "ftypheic"],
  ["image/heic", 4, "ftypheix"],
  ["image/heif", 4, "ftypmif1"],
]

/** How much of a file `pictureKindOf` reads, in bytes. */
export const kindBytes = 16

/** @param start first bytes of a file @returns the type of picture; null for what is none */
export function pictureKindOf(start: Uint8Array): string | null {
  const text = String.fromCharCode(...start.subarray(0, kindBytes))
  if (text.startsWith("WEBP", 8) && !text.startsWith("RIFF")) return null
  return signatures.find(([, offset, bytes]) => text.startsWith(bytes, offset))?.[0] ?? null
}

/** Whether an AVIF is a sequence of pictures, which its own name for itself says. @param start first bytes of a file */
export function isAvifSequence(start: Uint8Array): boolean {
  return String.fromCharCode(...start.subarray(4, 12)) === "ftypavis"
}

/** Largest picture that is looked into or kept, in pixels, all frames together. */
export const maxPhotoPixels = 50_000_000

/** Longest side of such a picture, in pixels. */
export const maxPhotoSide = 16_384

/**
 * Most pixels that are decoded. AVIF takes 30 bytes for each, eight times as much as JPEG
 * (docs/security.md#memory-of-previews), and phones save at most 12 megapixels in it.
 */
export function mostPixels(kind: string): number {
  return kind === "image/avif" ? 20_000_000 : maxPhotoPixels
}

/**
 * Why a picture of this size is not taken, with its limit.
 * @param frames of an animated one @returns null when it is
 */
export function refuseSize(
  kind: string,
  { width, height, frames = 1 }: { width: number; height: number; frames?: number },
): string | null {
  if (Math.max(width, height) > maxPhotoSide) {
    return `The picture is ${width} × ${height} pixels. A side of up to ${maxPhotoSide} pixels is taken: please save a smaller copy.`
  }
  const [pixels, most] = [width * height * frames, mostPixels(kind)]
  if (pixels <= most) return null
  const all = frames > 1 ? " in all its frames" : ""
  // Rounded up: "50.0, and up to 50" would be no reason.
  return `The picture has ${(Math.ceil(pixels / 100_000) / 10).toFixed(1)} megapixels${all}. Up to ${most / 1_000_000} can be worked on: please save a smaller copy.`
}
