import { checkedPhotoBytes } from "#contract/studio/trainings.ts"
import { drawPhoto, photoAsJpeg } from "#web/lib/photos/draw-photo.ts"
import { shrinkPhoto } from "./shrink-photo.ts"

/** A photo small enough to be judged, and what is needed to compare it with others. */
export interface SmallPhoto {
  base64: string
  /** Of the original. */
  width: number
  height: number
  /** A copy to upload in place of the original; null where the original goes. */
  shrunk: File | null
  /** Steps of lightness between neighbouring parts: near photos have near prints. */
  print: readonly number[]
}

/** Longest sides that are tried, in pixels, until the copy is short enough. */
const sides = [1024, 768, 512]

/** @returns null for a file that this browser cannot decode */
export async function makeSmallPhoto(file: File): Promise<SmallPhoto | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const { width, height } = bitmap
  try {
    for (const side of sides) {
      const blob = await photoAsJpeg(bitmap, side, 0.85)
      if (blob && blob.size <= checkedPhotoBytes) {
        const shrunk = await shrinkPhoto(file, bitmap)
        return { base64: await toBase64(blob), width, height, shrunk, print: printOf(bitmap) }
      }
    }
    return null
  } finally {
    bitmap.close()
  }
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ""
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}

/** Pixels of the side that a photo is made small to for its print: a whole number for each of 8 and of 9 parts. */
const printSide = 72

/** 64 steps to the right, in 8 rows of 9 parts, and 64 downwards, in 8 columns of 9. */
function printOf(bitmap: ImageBitmap): number[] {
  const pixels = drawPhoto(bitmap, printSide, printSide).getContext("2d")?.getImageData(0, 0, printSide, printSide).data
  if (!pixels) return []
  const rows = lightnessOf(pixels, 9, 8)
  const columns = lightnessOf(pixels, 8, 9)
  const places = Array.from({ length: 64 }, (_, at) => [at % 8, Math.floor(at / 8)] as const)
  return [
    ...places.map(([x, y]) => (rows[y * 9 + x + 1] ?? 0) - (rows[y * 9 + x] ?? 0)),
    ...places.map(([x, y]) => (columns[y * 8 + x + 8] ?? 0) - (columns[y * 8 + x] ?? 0)),
  ]
}

/** Lightness of the parts of a photo, row by row, 0 to 255. */
function lightnessOf(pixels: Uint8ClampedArray, across: number, down: number): number[] {
  const [width, height] = [printSide / across, printSide / down]
  const sums = new Array<number>(across * down).fill(0)
  for (let y = 0; y < printSide; y++) {
    for (let x = 0; x < printSide; x++) {
      const at = (y * printSide + x) * 4
      const light = (pixels[at] ?? 0) * 0.299 + (pixels[at + 1] ?? 0) * 0.587 + (pixels[at + 2] ?? 0) * 0.114
      const part = Math.floor(y / height) * across + Math.floor(x / width)
      sums[part] = (sums[part] ?? 0) + light
    }
  }
  return sums.map((sum) => Math.round(sum / (width * height)))
}

/** Steps that may be noise: so many, and never more than this share of the mean (`imaging/inspect/fingerprint.ts`). */
const noise = { most: 2, ofMean: 0.25 }

/** How many of the 128 steps of two photos go another way: none of the same shot, few of nearly the same one. */
export function countTurned(one: readonly number[], other: readonly number[]): number {
  const least = Math.min(noise.most, noise.ofMean * Math.min(meanOf(one), meanOf(other)))
  return one.filter((step, at) => {
    const second = other[at] ?? 0
    return step > 0 !== second > 0 && Math.abs(step - second) > least
  }).length
}

function meanOf(steps: readonly number[]): number {
  return steps.reduce((sum, step) => sum + Math.abs(step), 0) / steps.length
}
