import { describe, expect, test } from "vitest"
import { modes } from "#contract/catalogue/modes.ts"
import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import { type ChipCategory, chipCategories } from "#contract/studio/words/categories.ts"
import { type Chip, promptChips } from "#contract/studio/words/chips.ts"
import { putChip, readChips } from "#contract/studio/words/chosen.ts"
import { improve } from "#contract/studio/words/improve.ts"
import { isLarge, readScene } from "#imaging/render/language/read-scene.ts"

type Choice = Partial<Record<ChipCategory, Chip>>

/** Every choice of one chip or none from each of these categories. */
function* choicesOf(categories: readonly ChipCategory[]): Generator<Choice> {
  const [category, ...rest] = categories
  if (category === undefined) return yield {}
  for (const chip of [undefined, ...promptChips[category]])
    for (const choice of choicesOf(rest)) yield chip ? { [category]: chip, ...choice } : choice
}

/** The words that presses in this order write. */
const write = (choice: Choice, order: readonly ChipCategory[] = chipCategories): string =>
  order.reduce((prompt, category) => putOnce(prompt, category, choice[category]), "")

/** What presses have written so far: neighbours begin alike. */
const written = new Map<string, string>()

function putOnce(prompt: string, category: ChipCategory, chip: Chip | undefined): string {
  const key = `${prompt}|${category}|${chip?.words}`
  const words = written.get(key) ?? putChip(prompt, category, chip)
  written.set(key, words)
  return words
}

const product = promptChips.product[0] as Chip
const scene = ["surface", "place", "light", "mood", "camera"] as const

/** What is wrong with the words of a choice; undefined when they are understood whole and read back as chosen. */
function problemOf(choice: Choice): string | undefined {
  const prompt = write(choice)
  const { ignored, substituted, subject, said } = readScene(prompt)
  if (ignored.length > 0) return `${prompt}: leaves out ${ignored.join(", ")}`
  if (substituted.length > 0) return `${prompt}: draws ${substituted.join(", ")}`
  if (choice.product && !subject) return `${prompt}: names no thing`
  const unread = scene.filter((category) => choice[category] && said[category] === undefined)
  if (unread.length > 0) return `${prompt}: does not say its ${unread.join(", ")}`
  if (prompt.length > maxPromptCharacters) return `${prompt}: too long`
  const back = readChips(prompt)
  const other = chipCategories.filter((category) => back[category] !== choice[category])
  return other.length > 0 ? `${prompt}: reads another ${other.join(", ")}` : undefined
}

const problems = (choices: Iterable<Choice>): string[] =>
  [...choices].map(problemOf).filter((problem) => problem !== undefined)

describe("chips", () => {
  test("of every scene are understood whole and read back, together with a thing", { timeout: 300_000 }, () => {
    expect(problems([...choicesOf(scene)].map((choice) => ({ product, ...choice })))).toEqual([])
  })

  test("of every thing are understood on every surface and in every place", () => {
    expect(problems(choicesOf(["product", "surface", "place"]))).toEqual([])
  })

  test("of every thing are understood in every light, mood and view", { timeout: 120_000 }, () => {
    expect(problems(choicesOf(["product", "light", "mood", "camera"]))).toEqual([])
  })
})

describe("pressed in any order", () => {
  test.each([0, 1, 2, 3, 4, 5])("chips write words that are read back the same: order %i", (shift) => {
    const order = [...chipCategories.slice(shift), ...chipCategories.slice(0, shift)]
    for (const turned of [order, order.toReversed()]) {
      for (let k = 0; k < 9; k += 1) {
        const choice = Object.fromEntries(
          chipCategories.map((name) => [name, promptChips[name][k % promptChips[name].length]]),
        )
        const prompt = write(choice, turned)
        expect([prompt, readChips(prompt)]).toEqual([prompt, choice])
        expect([prompt, readScene(prompt).ignored]).toEqual([prompt, []])
      }
    }
  })
})

const listFile = "#imaging/render/prompts.json"
const { default: prompts } = (await import(listFile, { with: { type: "json" } })) as { default: { prompt: string }[] }
const samples = [...modes.flatMap(({ examples }) => examples), ...prompts.map(({ prompt }) => prompt)]

describe("a prompt that is made better", () => {
  const better = (prompt: string) => {
    const reading = readScene(prompt)
    return improve(prompt, { own: reading.said, isLarge: isLarge(reading) })
  }

  test("has everything that its person wrote, and nothing is left out that was drawn before", () => {
    expect(samples.length).toBeGreaterThan(50)
    for (const prompt of samples) {
      const { prompt: after, added } = better(prompt)
      const rest = added.toReversed().reduce((text, { category }) => putChip(text, category, undefined), after)
      const plain = (text: string): string => text.replaceAll(/[\s,]+/g, " ").trim()
      expect(plain(rest)).toBe(plain(prompt))
      const [before, now] = [readScene(prompt), readScene(after)]
      expect([after, now.ignored]).toEqual([after, before.ignored])
      expect(now.subject?.word).toBe(before.subject?.word)
    }
  })

  test("lacks nothing afterwards: a second press adds nothing", () => {
    for (const prompt of samples) {
      expect(better(better(prompt).prompt)).toEqual({ prompt: better(prompt).prompt, added: [] })
    }
  })
})
