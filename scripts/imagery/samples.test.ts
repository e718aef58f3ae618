import { existsSync, readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { modes } from "#contract/catalogue/modes.ts"
import { readPicture } from "#imaging/render/compose-scene.ts"

type Style = Parameters<typeof readPicture>[1]

const ofModes = modes.flatMap(({ style, examples }) => examples.map((prompt) => ({ style, prompt: prompt as string })))

/** The site's samples, by the note beside each picture of what drew it. */
const notes: Record<string, { made: string; widths: number[] }> = JSON.parse(
  readFileSync("web/content/pictures.json", "utf8"),
)
const ofSite = Object.entries(notes)
  .filter(([name]) => /^(category|mode)-/.test(name))
  .map(([name, { made }]) => {
    const [, style, prompt] =
      made.match(/^\d+×\d+ (\S+) \d+: (.+)$/) ?? expect.fail(`${name} does not say what drew it.`)
    return { style: style as Style, prompt: prompt ?? "" }
  })

test.each([...ofModes, ...ofSite])("every word of our sample is drawn, and where it says: $prompt", (sample) => {
  const { isUnderstood, substituted, ignored } = readPicture(sample.prompt, sample.style)
  expect({ isUnderstood, substituted, ignored }).toEqual({ isUnderstood: true, substituted: [], ignored: [] })
})

test.each(["bg-remover", "photo-upscaling", "scene", "batch", "export", "image-to-prompt"])(
  "the card of the photo tool %s has a picture",
  (slug) => expect(existsSync(`web/assets/tools/${slug}.webp`)).toBe(true),
)

test.each(modes.flatMap(({ slug, examples }) => examples.map((_, index) => `${slug}/${index + 1}`)))(
  "the sample %s is drawn",
  (sample) => expect(existsSync(`web/assets/examples/${sample}.webp`)).toBe(true),
)

test("there are the pictures that the site's list names, in its widths, and no others", () => {
  const listed = Object.entries(notes).flatMap(([name, { widths }]) =>
    widths.flatMap((width) => [`${name}-${width}.avif`, `${name}-${width}.webp`]),
  )
  expect(readdirSync("web/assets/pictures").sort()).toEqual(listed.sort())
})
