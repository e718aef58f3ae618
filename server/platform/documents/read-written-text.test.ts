import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { expect, test } from "vitest"
import { leastOf } from "#server/testing/measure.ts"
import { readWrittenText } from "./read-written-text.ts"

test("a text is read as on the main thread", async () => {
  expect(await readWrittenText("**a** b", "body")).toEqual([
    { kind: "paragraph", spans: [{ text: "a", style: "strong" }, { text: " b" }] },
  ])
})

test.each([
  ["styles that never end", "*a_".repeat(20_000)],
  ["quotes inside each other", ">".repeat(20_000)],
  ["quotes inside each other, some levels only", `${"> ".repeat(40)}a`],
  ["lists inside each other", Array.from({ length: 60 }, (_, level) => `${"  ".repeat(level)}- a`).join("\n")],
  ["one address many times", `[a]: /${"x".repeat(20_000)}\n\n${"[a] b ".repeat(6_000)}`],
])("a text with %s is refused at its field, and the process goes on meanwhile", async (_, text) => {
  const longestPause = async () => {
    let longest = 0
    let last = performance.now()
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    try {
      await expect(readWrittenText(text, "body")).rejects.toMatchObject({
        status: 400,
        fields: { body: expect.any(String) },
      })
    } finally {
      clearInterval(watch)
    }
    return longest
  }
  expect(await leastOf(1_500, longestPause)).toBeLessThan(1_500)
})

test("texts share one thread, and begin another after one that was too much", async () => {
  let begun = 0
  const count = (): void => {
    begun++
  }
  await readWrittenText("a", "body")
  subscribe("worker_threads", count)
  try {
    for (const text of ["b", "*c*", "d"]) await readWrittenText(text, "body")
    expect(begun).toBe(0)
    await expect(readWrittenText(">".repeat(20_000), "body")).rejects.toMatchObject({ status: 400 })
    expect(await readWrittenText("e", "body")).toEqual([{ kind: "paragraph", spans: [{ text: "e" }] }])
    expect(begun).toBe(1)
  } finally {
    unsubscribe("worker_threads", count)
  }
})
