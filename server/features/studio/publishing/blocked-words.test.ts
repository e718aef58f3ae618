import { describe, expect, test } from "vitest"
import { leastOf, threadMs } from "#server/testing/measure.ts"
import { findBlockedWord } from "./blocked-words.ts"

const entry = (word: string, ...spellings: string[]) => ({ word, spellings, reach: "public" as const })
const list = [
  entry("shit", "sht"),
  entry("fuck*", "fck"),
  entry("ass"),
  entry("nigger*"),
  entry("dan iska"),
  entry("oloshi", "olosi"),
]

describe("a word of the list is found", () => {
  test.each([
    ["as it is", "a poster that says shit"],
    ["in capitals", "SHIT on a wall"],
    ["with stretched letters", "shiiiiiit"],
    ["with signs for letters", "$h1t happens"],
    ["with letters of another alphabet", "ѕhіt"],
    ["with accents", "shît"],
    ["with what cannot be seen between its letters", "sh\u200bit"],
    ["with a sign in it", "sh*t and sh-it"],
    ["with blanks between its letters", "s h i t"],
    ["with points between its letters", "s.h.i.t"],
    ["with any ending", "fuckers of the world"],
    ["in quotation marks", 'the words "fck" in red'],
    ["of two parts", "Dan  Iska!"],
    ["in another spelling, with the marks of its language", "olọ́ṣì"],
    ["in full-width letters", "ｓｈｉｔ"],
  ])("%s", (_, text) => {
    expect(findBlockedWord(text, list)).not.toBeNull()
  })

  test("and told as it was written", () => {
    expect(findBlockedWord("so much Shiit here", list)).toMatchObject({ found: "shiit", entry: { word: "shit" } })
  })
})

test.each([
  "Scunthorpe shitake mushrooms in a class of assistants",
  "as a gift from Nigeria and Niger",
  "a mass of brass on grass, 455 g",
  "push it to the limit",
  "iska and dan, two names",
  "4:5 poster, size 5 1 7",
  "",
  "…!?—",
])("an ordinary text is left alone: %s", (text) => {
  expect(findBlockedWord(text, list)).toBeNull()
})

test.each(["s.h.i.", "s h i ", "ſ-", "fuc ", "sssshhhhii "])("the longest prompt of %s takes no time", async (part) => {
  const long = Array.from({ length: 600 }, (_, index) =>
    entry(`shi${index}shi`, "fuc shi", `shi${"x".repeat(index % 9)}*q`),
  )
  const text = part.repeat(Math.floor(5_000 / part.length))
  const ms = await leastOf(2_000, () => threadMs(() => findBlockedWord(text, long)))
  expect(ms).toBeLessThan(2_000)
})
