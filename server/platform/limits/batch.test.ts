import { expect, test } from "vitest"
import { createBatch, createWriteBatch } from "./batch.ts"

function doubling() {
  const asked: (readonly number[])[] = []
  const double = createBatch(async (numbers: readonly number[]) => {
    asked.push(numbers)
    if (numbers.includes(13)) throw new Error("no luck")
    return numbers.map((number) => number * 2)
  })
  return { asked, double }
}

test("asks once for all of one turn, and gives each their own answer", async () => {
  const { asked, double } = doubling()
  const later = Promise.resolve().then(() => double(3))
  expect(await Promise.all([double(1), double(2), later])).toEqual([2, 4, 6])
  expect(asked).toEqual([[1, 2, 3]])
})

test("asks again for what comes after", async () => {
  const { asked, double } = doubling()
  expect(await double(1)).toBe(2)
  expect(await double(1)).toBe(2)
  expect(asked).toEqual([[1], [1]])
})

test("a failure reaches everyone of its batch and nobody else", async () => {
  const { double } = doubling()
  const outcomes = await Promise.allSettled([double(13), double(1)])
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(await double(1)).toBe(2)
})

test("in order, what comes while it asks waits for the answer and is asked together", async () => {
  const asked: (readonly number[])[] = []
  const answers: (() => void)[] = []
  const ask = createBatch(
    async (numbers: readonly number[]) => {
      asked.push(numbers)
      await new Promise<void>((resolve) => answers.push(resolve))
      return numbers
    },
    { isInOrder: true },
  )
  const first = ask(1)
  await expect.poll(() => asked).toEqual([[1]])
  const rest = [ask(2), ask(3)]
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toEqual([[1]])
  answers[0]?.()
  expect(await first).toBe(1)
  await expect.poll(() => asked).toEqual([[1], [2, 3]])
  answers[1]?.()
  expect(await Promise.all(rest)).toEqual([2, 3])
})

function writing(error: Error) {
  const written: (readonly string[])[] = []
  const byLetter = (words: readonly string[]) => [...Map.groupBy(words, (word) => word[0]).values()]
  const write = createWriteBatch(byLetter, async (words: readonly string[]) => {
    if (words.includes("bad")) throw error
    written.push(words)
    return words.map((word) => word.toUpperCase())
  })
  return { written, write }
}

test("writes each part at once, and gives each their own answer", async () => {
  const { written, write } = writing(new Error("never"))
  expect(await Promise.all(["ann", "ben", "abe"].map(write))).toEqual(["ANN", "BEN", "ABE"])
  expect(written).toEqual([["ann", "abe"], ["ben"]])
})

test("a wrong row is refused alone", async () => {
  const { written, write } = writing(Object.assign(new Error("a foreign key"), { code: "23503" }))
  const outcomes = await Promise.allSettled(["ann", "ben", "bad", "bob"].map(write))
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"])
  expect(written.toSorted()).toEqual([["ann"], ["ben"], ["bob"]])
})

test("what may have been carried out is not done again", async () => {
  const { written, write } = writing(Object.assign(new Error("the line is dead"), { code: "ECONNRESET" }))
  const outcomes = await Promise.allSettled(["ann", "ben", "bad"].map(write))
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"])
  expect(written).toEqual([["ann"]])
})
