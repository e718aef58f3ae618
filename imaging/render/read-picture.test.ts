import { describe, expect, test } from "vitest"
import { buildScene, readPicture } from "./compose-scene.ts"
import { partWords, subjectWords } from "./language/vocabulary.ts"

const sides = { width: 64, height: 64 }
const read = (prompt: string) => readPicture(prompt, "plain")

test("what is told before a picture is what is told after it, whatever the seed", () => {
  const things = Object.values(subjectWords).map((words) => words.split(",")[0])
  const parts = Object.values(partWords).map((words) => words.split(",")[0])
  for (const thing of things) {
    const prompt = `a red ${thing} with a gold ${parts.join(", a blue ")}, saying "ORI" and "TWO"`
    const { understood, substituted, ignored } = read(prompt)
    const told = { understood, substituted, ignored }
    for (const seed of [1, 2, 3]) {
      const { subject, ...drawn } = buildScene({ prompt, style: "plain", seed, ...sides }).reading
      expect(drawn, `${prompt}, seed ${seed}`).toEqual(told)
    }
  }
})

describe("a reading", () => {
  test.each([
    ["a jar of shea butter on linen", [], []],
    ["a white lace dress on a hanger", [], []],
    ["a white lace bag", [], ["lace"]],
    ["a glueless lace front wig with closure", [], ["glueless", "lace front", "closure"]],
    ["jeans on a mannequin", [], ["mannequin"]],
    ["a gold shawl on a wooden table", ["gold folded cloth for “shawl”"], []],
    ["white lace fabric, five yards", [], []],
    ["a blue mug beside a shawl", ["folded cloth for “shawl”"], []],
    ["a 50kg bag of rice", [], ["50kg"]],
    ["brown sandals, size UK 8", [], ["size UK 8"]],
  ])("of %s says what stands in and what is left out", (prompt, substituted, ignored) => {
    const reading = read(prompt)
    expect(reading.substituted).toEqual(substituted)
    expect(reading.ignored).toEqual(ignored)
    for (const phrase of substituted)
      expect(reading.understood.join()).not.toContain(phrase.split("“")[1]?.split("”")[0])
  })

  test("says what cannot be drawn, and what comes nearest", () => {
    const told = (prompt: string) => {
      const { isUnderstood, unknown, nearest } = read(prompt)
      return { isUnderstood, unknown, nearest }
    }
    const none = { unknown: null, nearest: null }
    expect(told("a red mug")).toEqual({ isUnderstood: true, ...none })
    expect(told("soft light on marble")).toEqual({ isUnderstood: false, ...none })
    expect(told('a sign that says "OPEN"')).toEqual({ isUnderstood: true, ...none })
    expect(told('a toaster with the text "OSTER"')).toEqual({
      isUnderstood: false,
      unknown: "toaster",
      nearest: { thing: "rice cooker", prompt: 'a rice cooker with the text "OSTER"' },
    })
    expect(told("two gold shawls on wood").nearest).toEqual({
      thing: "folded cloth",
      prompt: "two gold folded cloth on wood",
    })
  })

  test("of a picture's lens says nothing of it", () => {
    expect(read("a red mug, 85mm, 35mm lens").ignored).toEqual([])
  })
})

test("a poster on purpose is one, whatever the words name", () => {
  const drawn = buildScene({ prompt: "a red mug on wood", style: "plain", seed: 1, isPoster: true, ...sides })
  expect(drawn.reading.subject).toBe("poster")
})
