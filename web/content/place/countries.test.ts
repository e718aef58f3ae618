import { expect, test } from "vitest"
import { countriesFrom } from "./countries.ts"

test.each([
  ["Africa/Lagos", ["en-US"], "Nigeria"],
  ["Africa/Nairobi", ["en-GB", "sw"], "Kenya"],
  ["UTC", ["C", "fr-SN"], "Senegal"],
  ["UTC", ["en"], "Afghanistan"],
])(
  "a device with the clock %s and the languages %s finds %s first, and every country once",
  (clock, languages, first) => {
    const names = countriesFrom(clock, languages)
    expect(names[0]).toBe(first)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(countriesFrom("UTC", []).length)
  },
)
