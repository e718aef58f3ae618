import { checkedPhotoBytes } from "#contract/product/trainings.ts"

/** A photo small enough to be judged, and what is needed to compare it with others. */
export interface SmallPhoto {
  base64: string
  /** Of the original. */
  width: number
  height: number
  /** Lightness of neighbouring parts, as 64 letters: near photos have near prints. */
  print: string
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
      const blob = await encode(bitmap, side)
      if (blob && blob.size <= checkedPhotoBytes) {
        return { base64: await toBase64(blob), width, height, print: printOf(bitmap) }
      }
    }
    return null
  } finally {
    bitmap.close()
  }
}

function draw(bitmap: ImageBitmap, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas")
  canvas.width = width
  canvas.height = height
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, width, height)
  return canvas
}

function encode(bitmap: ImageBitmap, side: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = draw(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85))
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ""
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}

function printOf(bitmap: ImageBitmap): string {
  const pixels = draw(bitmap, 9, 8).getContext("2d")?.getImageData(0, 0, 9, 8).data ?? new Uint8ClampedArray()
  const light = (x: number, y: number): number => {
    const at = (y * 9 + x) * 4
    return (pixels[at] ?? 0) * 0.3 + (pixels[at + 1] ?? 0) * 0.6 + (pixels[at + 2] ?? 0) * 0.1
  }
  let print = ""
  for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) print += light(x, y) < light(x + 1, y) ? "1" : "0"
  return print
}

/** Whether two photos are the same shot, or nearly. */
export function isNearCopy(one: string, other: string): boolean {
  let different = 0
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) different++
  return different <= 3
}
