import { expect, test } from "vitest"
import { writeLongPdf } from "./write-long-pdf.ts"

const lesson = (text: string) => ({
  title: "A lesson",
  publisher: "Aworan",
  blocks: [{ kind: "paragraph" as const, spans: [{ text }] }],
})

test("a long text of letters that no file has is written while others are answered", async () => {
  let longest = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  const before = process.threadCpuUsage()
  const pdf = await writeLongPdf(lesson("山 ".repeat(9_000)))
  const { user, system } = process.threadCpuUsage(before)
  clearInterval(watch)
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-")
  expect((user + system) / 1_000).toBeLessThan(250)
  expect(longest).toBeLessThan(1_500)
})

test("a text that is too much is refused, and the next one is written", async () => {
  await expect(writeLongPdf(lesson("aΩ".repeat(120_000)))).rejects.toMatchObject({ status: 400 })
  expect((await writeLongPdf(lesson("short"))).length).toBeGreaterThan(1_000)
})
