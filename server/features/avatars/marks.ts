import { letters } from "./letters.ts"
import { type Contour, ellipse, flatten } from "./outline.ts"
import type { Shape, Size } from "./paint.ts"

/** Height of a capital, in outline units. */
const capitalHeight = 660

interface Mark {
  ground: string
  ink: string
  /** One or a few capitals. */
  text: string
}

/** Browsers by their code: a coloured disc with a ring and a letter, not the makers' signs (docs/hosted-backend.md#avatars). */
const browsers: Readonly<Record<string, Mark>> = {
  aa: { ground: "5b4b8a", ink: "fff", text: "A" },
  an: { ground: "3ddc84", ink: "12352a", text: "AN" },
  ch: { ground: "1a73e8", ink: "fff", text: "C" },
  ci: { ground: "1a73e8", ink: "fff", text: "CI" },
  cm: { ground: "1a73e8", ink: "fff", text: "CM" },
  cr: { ground: "5a8fd8", ink: "fff", text: "CR" },
  ff: { ground: "e25c12", ink: "fff", text: "F" },
  sf: { ground: "0b84d8", ink: "fff", text: "S" },
  mf: { ground: "0b84d8", ink: "fff", text: "MS" },
  ps: { ground: "0f7c8a", ink: "fff", text: "E" },
  oi: { ground: "0f7c8a", ink: "fff", text: "EI" },
  om: { ground: "c4161c", ink: "fff", text: "OM" },
  op: { ground: "c4161c", ink: "fff", text: "O" },
  on: { ground: "8c1016", ink: "fff", text: "ON" },
}

/** Cards by their code: a plain card in a colour with its name, not the makers' signs. */
const cards: Readonly<Record<string, Mark>> = {
  amex: { ground: "1f6fb5", ink: "fff", text: "AMEX" },
  argencard: { ground: "b3282d", ink: "fff", text: "ARGENCARD" },
  cabal: { ground: "0a3d7a", ink: "fff", text: "CABAL" },
  cencosud: { ground: "0b5fa5", ink: "fff", text: "CENCOSUD" },
  diners: { ground: "2f4b66", ink: "fff", text: "DINERS" },
  discover: { ground: "e9e4da", ink: "b4540a", text: "DISCOVER" },
  elo: { ground: "1c1c1c", ink: "ffd23f", text: "ELO" },
  hipercard: { ground: "8e1b1b", ink: "fff", text: "HIPER" },
  jcb: { ground: "0e6b3c", ink: "fff", text: "JCB" },
  maestro: { ground: "26236b", ink: "fff", text: "MAESTRO" },
  mastercard: { ground: "242424", ink: "f5a623", text: "MASTER" },
  mir: { ground: "e8efe6", ink: "1d6b34", text: "MIR" },
  naranja: { ground: "ee6a16", ink: "fff", text: "NARANJA" },
  rupay: { ground: "f4f1ea", ink: "1b3b78", text: "RUPAY" },
  "targeta-shopping": { ground: "54277f", ink: "fff", text: "SHOPPING" },
  "union-china-pay": { ground: "0c5a66", ink: "fff", text: "UNION" },
  unionpay: { ground: "0c5a66", ink: "fff", text: "UNION" },
  visa: { ground: "1a2a6c", ink: "fff", text: "VISA" },
}

export const browserField: Size = { width: 200, height: 200 }
export const cardField: Size = { width: 300, height: 200 }

/** @returns null for an unknown code */
export function browserShapes(code: string): Shape[] | null {
  const mark = Object.hasOwn(browsers, code) ? browsers[code] : undefined
  if (!mark) return null
  const { ground, ink, text } = mark
  return [
    { colour: ground, contours: [ellipse(100, 100, 94, 94)] },
    { colour: ink, contours: [ellipse(100, 100, 80, 80)] },
    { colour: ground, contours: [ellipse(100, 100, 74, 74)] },
    { colour: ink, contours: writeWord(text, 100, 100, 96, 60) },
  ]
}

/** @returns null for an unknown code */
export function cardShapes(code: string): Shape[] | null {
  const mark = Object.hasOwn(cards, code) ? cards[code] : undefined
  if (!mark) return null
  const { ground, ink, text } = mark
  const plate = roundedBox(0, 0, cardField.width, cardField.height, 20)
  const digits = [30, 95, 160, 225].map((x) => roundedBox(x, 168, 45, 8, 4))
  return [
    { colour: ground, contours: [plate] },
    { colour: "d9b45b", contours: [roundedBox(30, 34, 48, 36, 7)] },
    {
      colour: ground,
      contours: [
        [30, 49, 78, 49, 78, 51, 30, 51],
        [53, 34, 55, 34, 55, 70, 53, 70],
      ],
    },
    { colour: ink, contours: [...writeWord(text, 150, 122, 240, 44), ...digits] },
  ]
}

/** Capitals around a centre, as large as the width and the height let them be. */
function writeWord(text: string, centerX: number, centerY: number, maxWidth: number, maxHeight: number): Contour[] {
  const chosen = [...text].map((letter) => letters[letter] ?? ([0, ""] as const))
  const total = chosen.reduce((sum, [width]) => sum + width, 0)
  const scale = Math.min(maxWidth / total, maxHeight / capitalHeight)
  const baseline = centerY + (capitalHeight * scale) / 2
  let left = centerX - (total * scale) / 2
  return chosen.flatMap(([width, outline]) => {
    const start = left
    left += width * scale
    return flatten(outline, (x, y) => [start + x * scale, baseline - y * scale])
  })
}

function roundedBox(x: number, y: number, width: number, height: number, radius: number): Contour {
  const steps = 12
  const corners = [
    [x + width - radius, y + radius, -90],
    [x + width - radius, y + height - radius, 0],
    [x + radius, y + height - radius, 90],
    [x + radius, y + radius, 180],
  ] as const
  return corners.flatMap(([cx, cy, from]) =>
    Array.from({ length: steps + 1 }, (_, step) => {
      const angle = ((from + (90 * step) / steps) * Math.PI) / 180
      return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)]
    }).flat(),
  )
}
