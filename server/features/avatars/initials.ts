import sharp from "sharp"
import { type Rgb, writePng } from "./indexed-png.ts"
import { letters } from "./letters.ts"
import { type Contour, coverage, ellipse, flatten } from "./outline.ts"
import type { Size } from "./paint.ts"

/** Chalk and ink of the brand. */
const chalk: Rgb = [0xfc, 0xfa, 0xf6]
const ink: Rgb = [0x12, 0x14, 0x33]

/** Dyes of the brand, each with a contrast of 6.5:1 or more to chalk or ink. Their order and number decide everybody's colour. */
const grounds: readonly Rgb[] = ["332f94", "201d67", "206133", "a52b1e", "7e4f04", "e29936", "70306c", "105e77"].map(
  readHex,
)

const neutral: Rgb = [0x52, 0x56, 0x6f]

/** Height of a capital, in outline units. */
const capitalHeight = 660

/** Letters of Hausa that the font lacks, as the plain ones they grew from. */
const plainLetters = new Map([
  ["Ɓ", "B"],
  ["Ɗ", "D"],
  ["Ƙ", "K"],
  ["Ƴ", "Y"],
])

/** @returns the first letter or digit of the first two words, in capitals; a single word is split at `_` (docs/hosted-backend.md#avatars) */
export function initialsOf(name: string): string[] {
  const words = name.normalize("NFC").split(/\s+/).filter(Boolean)
  const parts = words.length > 1 ? words : name.normalize("NFC").split("_")
  return parts
    .flatMap((part) => part.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? [])
    .slice(0, 2)
    .map((letter) => letter.toUpperCase().normalize("NFC"))
}

/** Draws the initials of a name in the middle of a coloured ground; a person's outline when there is nothing to draw. */
export async function drawInitials(name: string, wanted: Size, background: string | undefined): Promise<Buffer> {
  // Drawn small on this thread, made larger on another.
  const shrink = Math.min(1, maxDrawnSide / Math.max(wanted.width, wanted.height))
  const side = (length: number): number => Math.max(1, Math.round(length * shrink))
  const size = { width: side(wanted.width), height: side(wanted.height) }
  const initials = initialsOf(name)
  const drawable = initials.map(drawableLetter).filter((letter) => letter !== null)
  const contours = drawable.length > 0 ? placeLetters(drawable, size) : personMark(size)
  const ground = background ? readHex(background) : drawable.length > 0 ? groundOf(initials) : neutral
  const mark = contrast(ground, chalk) >= contrast(ground, ink) ? chalk : ink
  const drawn = await writePng(coverage(contours, size.width, size.height), size, mark, ground)
  if (shrink === 1) return drawn
  return sharp(drawn)
    .resize({ ...wanted, fit: "fill" })
    .png({ palette: true, effort: 1 })
    .toBuffer()
}

/** Longest side that is drawn. */
const maxDrawnSide = 500

type Letter = readonly [width: number, outline: string]

/** Takes marks off from the last to the first until the font knows the letter. */
function drawableLetter(letter: string): Letter | null {
  const parts = [...(plainLetters.get(letter) ?? letter).normalize("NFD")]
  for (; parts.length > 0; parts.pop()) {
    const shape = parts.join("").normalize("NFC")
    if (Object.hasOwn(letters, shape)) return letters[shape] ?? null
  }
  return null
}

function placeLetters(chosen: readonly Letter[], size: { width: number; height: number }): Contour[] {
  const scale = Math.min(size.width, size.height) / 2 / 1000
  const total = chosen.reduce((sum, [width]) => sum + width, 0)
  const baseline = size.height / 2 + (capitalHeight * scale) / 2
  let left = (size.width - total * scale) / 2
  return chosen.flatMap(([width, outline]) => {
    const start = left
    left += width * scale
    return flatten(outline, (x, y) => [start + x * scale, baseline - y * scale])
  })
}

function personMark({ width, height }: { width: number; height: number }): Contour[] {
  const side = Math.min(width, height)
  const x = width / 2
  // Stands on the lower edge, which cuts the shoulders.
  const y = height - side / 2
  return [ellipse(x, y - side * 0.11, side * 0.16, side * 0.16), ellipse(x, y + side * 0.4, side * 0.3, side * 0.28)]
}

/** The same initials always get the same colour (docs/hosted-backend.md#avatars). */
function groundOf(initials: readonly string[]): Rgb {
  const sum = [...initials.join("")].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return grounds[sum % grounds.length] ?? neutral
}

function readHex(hex: string): Rgb {
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex
  const at = (start: number): number => Number.parseInt(full.slice(start, start + 2), 16)
  return [at(0), at(2), at(4)]
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
