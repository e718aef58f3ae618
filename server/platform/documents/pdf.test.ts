import { inflateSync } from "node:zlib"
import { expect, test } from "vitest"
import { leastOf, processorMs } from "#server/testing/measure.ts"
import { writePdf } from "./pdf.ts"

/** The streams of a PDF as text. */
function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString("latin1")
  return [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: word }) => {
    const from = index + word.length
    try {
      return inflateSync(pdf.subarray(from, text.indexOf("endstream", from))).toString("latin1")
    } catch {
      return ""
    }
  })
}

/** What the letters of a PDF stand for: its maps from glyphs to letters, as hexadecimal. */
function lettersOf(pdf: Buffer): string {
  return streamsOf(pdf)
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
  const letters = lettersOf(pdf)
  for (const letter of "₦ỌọṣẹṢÌ̀") {
    const code = letter.codePointAt(0)?.toString(16).padStart(4, "0") ?? ""
    expect(letters, letter).toContain(code)
  }
})

/** Numbers of the glyphs that are drawn; 0 is the empty box of a letter that a file has not. */
function glyphsOf(pdf: Buffer): number[] {
  return streamsOf(pdf)
    .filter((stream) => /\bTf\b/.test(stream))
    .flatMap((stream) => [...stream.matchAll(/<([0-9a-f]+)>/g)])
    .flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? [])
    .map((code) => Number.parseInt(code, 16))
}

const write = (text: string): Promise<Buffer> =>
  writePdf({
    title: text,
    publisher: "Aworan",
    blocks: [{ kind: "paragraph", spans: [{ text }, { text, style: "strong" }, { text, style: "emphasis" }] }],
  })

test.each([
  ["Hausa", "Ɗan Ƙasa ’Yar Ɓala ƴar Ƴar ɓ ɗ ƙ ts’ sh"],
  ["Yoruba", "Ẹ ẹ Ọ ọ Ṣ ṣ Ọ̀ṣun ẹ́ ẹ̀ ọ́ ọ̀ ń ǹ Ǹ ḿ"],
  ["Igbo", "Ị ị Ọ ọ Ụ ụ Ṅ ṅ ǹ ń ọ̄ ụ̀"],
  ["Ewe", "Ɖ ɖ Ɛ ɛ Ƒ ƒ Ɣ ɣ Ŋ ŋ Ɔ ɔ Ʋ ʋ ɛ̃ ɔ̃ ã ẽ ĩ õ ũ"],
  ["Twi and Ga", "Ɛ ɛ Ɔ ɔ Ŋ ŋ"],
  ["Fula and Wolof", "Ɓ ɓ Ɗ ɗ Ŋ ŋ Ɲ ɲ Ƴ ƴ Ë ë Ñ ñ Ó ó À à"],
  ["Kanuri and Bambara", "Ǝ ǝ ə Ɲ ɲ Ɔ ɔ Ɛ ɛ"],
  ["French, Portuguese and Vietnamese", "É è ç œ Ü ã õ ắ ễ ỡ ợ Đ đ"],
  ["Greek and Russian", "Αθήνα ά ώ Подтвердите адрес ё"],
  ["money and quotes", "₦6,000 ₵5 €4 £3 “x” ‘y’ – — … ′"],
])("every letter of %s is drawn and can be copied", async (_, text) => {
  const pdf = await write(text)
  expect(glyphsOf(pdf).length).toBeGreaterThan(text.length)
  expect(glyphsOf(pdf)).not.toContain(0)
  const letters = lettersOf(pdf)
  for (const letter of text.normalize("NFC")) {
    expect(letters, letter).toContain(letter.codePointAt(0)?.toString(16).padStart(4, "0"))
  }
})

test.each([
  ["a\u0331 e\u0331", "\u0323"],
  ["👩🏾‍🌾 ok ❤️", "?"],
  ["你好", "?"],
  ["x\u20e3", "x"],
])("%s, which no file has, is written readably", async (text, shown) => {
  const pdf = await write(text)
  expect(glyphsOf(pdf)).not.toContain(0)
  const code = shown.codePointAt(0)?.toString(16).padStart(4, "0") ?? ""
  expect(lettersOf(pdf).includes(code) || lettersOf(pdf).includes("1ea1")).toBe(true)
})

test.each(["m\u0300", "ɔ\u0300"])("the mark of %s comes from letters that say where it stands", async (sign) => {
  const pdf = (
    await writePdf({ title: "a", publisher: "b", blocks: [{ kind: "paragraph", spans: [{ text: sign }] }] })
  ).toString("latin1")
  expect([...pdf.matchAll(/\/BaseFont \/\w+\+NotoSans/g)].length).toBeGreaterThan(0)
})

test.each(["a\u0331", "你好", "👩🏾"])("%s, drawn by other letters, is copied as it was written", async (meant) => {
  const written = Buffer.from(`\ufeff${meant}`, "utf16le").swap16().toString("latin1")
  const content = streamsOf(await write(`before ${meant} after`)).join("\n")
  expect(content.match(/\/ActualText/g)?.length).toBeGreaterThanOrEqual(3)
  expect(content.replace(/\\([()\\])/g, "$1")).toContain(`/ActualText (${written})`)
})

test.each(["a", "W", "\u5c71", "a\u0301", "-", "\u0633"])(
  "a word that never ends takes no long work: %j",
  async (letter) => {
    const spans = [{ text: letter.repeat(20_000) }]
    const writeLong = () =>
      writePdf({
        title: "A lesson",
        publisher: "Aworan",
        blocks: [
          { kind: "paragraph", spans },
          { kind: "list", isOrdered: false, items: [spans] },
          { kind: "code", text: letter.repeat(20_000) },
          { kind: "table", head: [[{ text: "Name" }]], rows: [[spans]] },
        ],
      })
    expect(await leastOf(4_000, () => processorMs(writeLong))).toBeLessThan(4_000)
  },
)
