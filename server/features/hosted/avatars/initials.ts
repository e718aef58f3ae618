import { drawPng, type EmailContent, letterPaths, type Size } from "./drawing.ts"
import { letters } from "./letters.ts"
import { otherLetters } from "./other-letters.ts"

type Rgb = readonly [red: number, green: number, blue: number]

/** Chalk and ink of the brand. */
const chalk: Rgb = [0xfc, 0xfa, 0xf6]
const ink: Rgb = [0x12, 0x14, 0x33]

/** Dyes of the brand, each with a contrast of 6.5:1 or more to chalk or ink. Their order and number decide everybody's colour. */
const grounds: readonly Rgb[] = ["332f94", "201d67", "206133", "a52b1e", "7e4f04", "e29936", "70306c", "105e77"].map(
  readHex,
)

const neutral: Rgb = [0x52, 0x56, 0x6f]

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
export function drawInitials(name: string, size: Size, background: string | undefined): Promise<Buffer> {
  const { width, height } = size
  const initials = initialsOf(name)
  const drawable = initials.map(drawableLetter).filter((letter) => letter !== null)
  const ground = background ? readHex(background) : drawable.length > 0 ? groundOf(initials) : neutral
  const colour = cssColour(contrast(ground, chalk) >= contrast(ground, ink) ? chalk : ink)
  const em = Math.min(width, height) / 2
  const mark =
    drawable.length > 0 ? letterPaths(drawable, width / 2, height / 2, em / 1000, colour) : personMark(size, colour)
  const elements = `<rect width="${width}" height="${height}" fill="${cssColour(ground)}"/>${mark}`
  return drawPng({ field: size, elements }, size)
}

/** Takes marks off from the last to the first until a font knows the letter. */
function drawableLetter(letter: string): EmailContent | null {
  const parts = [...letter.normalize("NFD")]
  for (; parts.length > 0; parts.pop()) {
    const shape = parts.join("").normalize("NFC")
    const found = [letters, otherLetters].find((font) => Object.hasOwn(font, shape))?.[shape]
    if (found) return found
  }
  return null
}

function personMark({ width, height }: Size, colour: string): string {
  const side = Math.min(width, height)
  // Stands on the lower edge, which cuts the shoulders.
  return `<g fill="${colour}" transform="translate(${width / 2} ${height - side / 2}) scale(${side})"><circle cy="-0.11" r="0.16"/><ellipse cy="0.4" rx="0.3" ry="0.28"/></g>`
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

function cssColour(colour: Rgb): string {
  return `rgb(${colour.join(",")})`
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
