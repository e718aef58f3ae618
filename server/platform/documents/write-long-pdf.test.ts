import { expect, test } from "vitest"
import { writeLongPdf } from "./write-long-pdf.ts"

const lesson = (text: string) => ({
  title: "A lesson",
  publisher: "Aworan",
  blocks: [{ kind: "paragraph" as const, spans: [{ text }] }],
})

test("a long text of letters that no file has is written while others are answered", async () => {
  let turns = 0
  const watch = setInterval(() => (turns += 1), 5)
  const before = { here: process.threadCpuUsage(), inAll: process.cpuUsage() }
  const pdf = await writeLongPdf(lesson("山 ".repeat(9_000)))
  const here = process.threadCpuUsage(before.here)
  const inAll = process.cpuUsage(before.inAll)
  clearInterval(watch)
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-")
  // Of the work that it takes, most is done elsewhere; both are counted in this one run, whatever the machine does beside.
  expect((here.user + here.system) / (inAll.user + inAll.system)).toBeLessThan(0.4)
  expect(turns).toBeGreaterThan(20)
})

test("a text that is too much is refused, and the next one is written", async () => {
  await expect(writeLongPdf(lesson("aΩ".repeat(120_000)))).rejects.toMatchObject({ status: 400 })
  expect((await writeLongPdf(lesson("short"))).length).toBeGreaterThan(1_000)
})
