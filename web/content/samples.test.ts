import { expect, test } from "vitest"
import { modes } from "#contract/catalogue/modes.ts"
import { samples } from "./samples.ts"

const manifests = import.meta.glob<Record<string, { made: string }>>("./pictures.json", {
  eager: true,
  import: "default",
})

test.each(samples)("$picture was drawn by its words, in the style of its mode", ({ picture, modeSlug, prompt }) => {
  const [, style, words] =
    Object.values(manifests)[0]?.[picture]?.made.match(/^\d+×\d+ (\S+) \d+: (.+)$/) ?? expect.fail("There is none.")
  expect(words).toBe(prompt)
  expect(modes.find(({ slug }) => slug === modeSlug)?.style).toBe(style)
})

test("every mode has a sample, and no picture stands there twice", () => {
  for (const { slug } of modes) expect(samples.some(({ modeSlug }) => modeSlug === slug)).toBe(true)
  expect(new Set(samples.map(({ picture }) => picture)).size).toBe(samples.length)
})
