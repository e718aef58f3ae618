import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { Drawing } from "./drawing.ts"

const require = createRequire(import.meta.url)

/** What the package says of each of its flags; territories without a code of ISO 3166-1 are left out. */
const countries: readonly { code: string; iso: boolean; flag_4x3: string }[] = require("flag-icons/country.json")
const flagFiles = new Map(countries.flatMap(({ code, iso, flag_4x3 }) => (iso ? [[code, flag_4x3]] : [])))

/** Flags that were read, by code: at most one for each country, 2 MB together. */
const read = new Map<string, Promise<string>>()

/** The flag of a country by its two letters of ISO 3166-1; null for an unknown code. */
export async function findFlag(code: string): Promise<Drawing | null> {
  const file = flagFiles.get(code)
  if (!file) return null
  const svg = read.get(code) ?? readFile(require.resolve(`flag-icons/${file}`), "utf8")
  read.set(code, svg)
  return { field: { width: 640, height: 480 }, elements: await svg }
}
