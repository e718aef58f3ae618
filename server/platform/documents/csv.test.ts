import Fastify from "fastify"
import { expect, test } from "vitest"
import { csvLine, sendCsv } from "./csv.ts"

test.each<[string | number, string]>([
  ["plain", "plain"],
  [-5, "-5"],
  [4.5, "4.5"],
  ["", ""],
  ["a,b", "a,b"],
  ["a, b; c-d\te", "a, b; c-d\te"],
  ['say "yes"', 'say ""yes""'],
  ["two\r\nlines", "two\r\nlines"],
  ["=1+1", "'=1+1"],
  ["+234", "'+234"],
  ["+2348031234567", "+234 803 123 4567"],
  ["+33612345678", "+33 6 12 34 56 78"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["\r=1", "'\r'=1"],
  [" =1", "' =1"],
  ["\uff1d1+1", "'\uff1d1+1"],
  ['=HYPERLINK("x")', '\'=HYPERLINK(""x"")'],
])("%j becomes %j, quoted", (value, cell) => {
  expect(csvLine([value, 1])).toBe(`"${cell}","1"\r\n`)
})

/** Cells as a program reads them that parts them by another mark and knows quotes at their beginning only. */
function cellsOf(text: string, mark: string): string[] {
  const cells: string[] = []
  for (let at = 0; at < text.length; ) {
    let cell = ""
    if (text[at] === '"') {
      const end = text.slice(at + 1).match(/^(?:[^"]|"")*/)?.[0] ?? ""
      cell = end.replaceAll('""', '"')
      at += end.length + 2
    }
    const rest = text.slice(at).match(new RegExp(`^[^${mark}\r\n]*`))?.[0] ?? ""
    cells.push(cell + rest)
    at += rest.length + 1
  }
  return cells
}

test.each([",", ";", "\t"])("no cell is a formula to a program that parts cells by %j", (mark) => {
  for (const before of ["", "a", 'a"', "a ", 'a""']) {
    for (const between of [",", ";", "\t", "\n", "\r\n", ';"', ' ; "', ";'"]) {
      const line = csvLine(["first", `${before}${between}=1+1`, `${before}${between}"@SUM(A1)"`])
      expect(cellsOf(line, mark).filter((cell) => /^[\s"]*[=+@-]/.test(cell))).toEqual([])
    }
  }
})

test("a table says by its first bytes how its letters are written, as Excel asks for", async () => {
  const app = Fastify()
  app.get("/", async (_, reply) => {
    async function* lines() {
      yield csvLine(["Ọ̀ṣun"])
    }
    await sendCsv(reply, "people.csv", lines())
    return reply
  })
  const { rawPayload } = await app.inject("/")
  await app.close()
  expect(rawPayload.toString("hex")).toMatch(/^efbbbf22/)
  expect(rawPayload.toString()).toContain("Ọ̀ṣun")
})
