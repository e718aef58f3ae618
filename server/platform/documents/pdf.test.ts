import { inflateSync } from "node:zlib"
import { expect, test } from "vitest"
import { writePdf } from "./pdf.ts"

/** What the letters of a PDF stand for: its maps from glyphs to letters, as hexadecimal. */
function emailsOf(pdf: Buffer): string {
  const text = pdf.toString("latin1")
  return [...text.matchAll(/stream\r?\n/g)]
    .map(({ index, 0: word }) => {
      const from = index + word.length
      try {
        return inflateSync(pdf.subarray(from, text.indexOf("endstream", from))).toString("latin1")
      } catch {
        return ""
      }
    })
    .filter((stream) => stream.includes("beginbfrange") || stream.includes("beginbfchar"))
    .join("\n")
    .toLowerCase()
}

test("names and prices are written with their own letters: naira sign, dots below, tones", async () => {
  const spans = [{ text: "Ọláṣẹ̀ pays ₦6,000 for Ìbàdàn" }]
  const pdf = await writePdf({
    title: "Receipt for Ṣọlá",
    publisher: "Aworan",
    blocks: [
      { kind: "paragraph", spans },
      {
        kind: "table",
        head: [[{ text: "Name" }], [{ text: "₦" }]],
        rows: [[[{ text: "Bọ́lá" }], [{ text: "₦6,000" }]]],
      },
    ],
  })
  const letters = emailsOf(pdf)
  for (const letter of "₦ỌọṣẹṢÌ̀") {
    const code = letter.codePointAt(0)?.toString(16).padStart(4, "0") ?? ""
    expect(letters, letter).toContain(code)
  }
})
