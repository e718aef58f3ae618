import { type Drawing, letterPaths, scaleInto } from "./drawing.ts"
import { letters } from "./letters.ts"

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

/** @returns null for an unknown code */
export function findBrowser(code: string): Drawing | null {
  const mark = Object.hasOwn(browsers, code) ? browsers[code] : undefined
  if (!mark) return null
  const { ground, ink, text } = mark
  const disc = `<circle cx="100" cy="100" r="94" fill="#${ground}"/>`
  const ring = `<circle cx="100" cy="100" r="77" fill="none" stroke="#${ink}" stroke-width="6"/>`
  return { field: { width: 200, height: 200 }, elements: disc + ring + writeWord(text, 100, 100, 96, 60, ink) }
}

/** @returns null for an unknown code */
export function findCard(code: string): Drawing | null {
  const mark = Object.hasOwn(cards, code) ? cards[code] : undefined
  if (!mark) return null
  const { ground, ink, text } = mark
  const plate = `<rect width="300" height="200" rx="20" fill="#${ground}"/>`
  const chip = `<rect x="30" y="34" width="48" height="36" rx="7" fill="#d9b45b"/><path d="M30 50H78M54 34V70" stroke="#${ground}" stroke-width="2"/>`
  const digits = [30, 95, 160, 225].map((x) => `<rect x="${x}" y="168" width="45" height="8" rx="4" fill="#${ink}"/>`)
  const elements = plate + chip + writeWord(text, 150, 122, 240, 44, ink) + digits.join("")
  return { field: { width: 300, height: 200 }, elements }
}

/** Capitals around a centre, as large as the width and the height let them be. */
function writeWord(text: string, x: number, y: number, maxWidth: number, maxHeight: number, ink: string): string {
  const chosen = [...text].map((letter) => letters[letter] ?? ([0, ""] as const))
  return letterPaths(chosen, x, y, scaleInto(chosen, maxWidth, maxHeight), `#${ink}`)
}
