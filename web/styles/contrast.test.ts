import { describe, expect, test } from "vitest"
import { contrastRatio, type Oklch } from "./contrast.ts"

// Read from the disk, because the test runner empties imported style sheets. The name is a variable, because the types
// of Node are kept out of the web project.
const fileModule: string = "node:fs"
const { readFileSync }: { readFileSync: (path: string, encoding: "utf8") => string } = await import(fileModule)
const css = readFileSync("web/styles/tokens.css", "utf8")

function readColour(text: string): Oklch {
  const [lightness, chroma, hue] = text
    .replace(/oklch\(|\)/g, "")
    .trim()
    .split(/\s+/)
    .map(Number)
  return { lightness: lightness ?? Number.NaN, chroma: chroma ?? Number.NaN, hue: hue ?? Number.NaN }
}

function readToken(name: string): { light: Oklch; dark: Oklch } {
  const pair = new RegExp(`--${name}: light-dark\\((oklch\\([^)]+\\)), (oklch\\([^)]+\\))\\);`).exec(css)
  const same = new RegExp(`--${name}: (oklch\\([^)]+\\));`).exec(css)
  const light = pair?.[1] ?? same?.[1]
  if (light === undefined) throw new Error(`no colour --${name} in tokens.css`)
  return { light: readColour(light), dark: readColour(pair?.[2] ?? light) }
}

const grounds = ["ground", "surface", "raised"]
const pairs: [foreground: string, grounds: string[], least: number][] = [
  ["ink", [...grounds, "indigo-wash", "ochre-wash", "leaf-wash", "clay-wash", "amber-wash"], 7],
  ["on-cloth", ["cloth"], 7],
  ["ink-soft", [...grounds, "indigo-wash"], 4.5],
  ["indigo", [...grounds, "indigo-wash"], 4.5],
  ["on-indigo", ["indigo", "indigo-press"], 4.5],
  ["on-ochre", ["ochre"], 4.5],
  ["leaf", [...grounds, "leaf-wash"], 4.5],
  ["clay", [...grounds, "clay-wash"], 4.5],
  ["on-clay", ["clay", "clay-press"], 4.5],
  ["amber", [...grounds, "amber-wash"], 4.5],
  ["line-strong", grounds, 3],
]

describe.each(["light", "dark"] as const)("%s theme", (theme) => {
  const cases = pairs.flatMap(([front, backs, least]) => backs.map((back) => ({ front, back, least })))

  test.each(cases)("$front on $back has contrast of at least $least", ({ front, back, least }) => {
    expect(contrastRatio(readToken(front)[theme], readToken(back)[theme])).toBeGreaterThanOrEqual(least)
  })
})

test("the ratio of black on white is 21", () => {
  const black = { lightness: 0, chroma: 0, hue: 0 }
  const white = { lightness: 1, chroma: 0, hue: 0 }
  expect(contrastRatio(black, white)).toBeCloseTo(21, 1)
})
