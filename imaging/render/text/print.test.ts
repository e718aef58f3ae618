import { describe, expect, test } from "vitest"
import { canPrint, letterOf, withoutUnknown } from "./outline.ts"
import { fitText, print, widthOf } from "./print.ts"

const box = { width: 1.8, low: 0.1, high: 0.9 }

describe("letters", () => {
  test.each([..."AZaz09₦ọṣẹỌṢẸńÀùɓɗƙ&!?"])("%s has an outline", (letter) => {
    expect(letterOf("display", letter).edges.length).toBeGreaterThan(10)
  })

  test("marks below Yoruba letters reach below the line", () => {
    const lowest = (letter: string): number => Math.min(...letterOf("display", letter).edges.filter((_, i) => i % 2))
    expect(lowest("ọ")).toBeLessThan(lowest("o") - 0.05)
  })

  test.each(["Ọ̀", "ọ́", "Ẹ̀", "ẹ́", "ṣ́", "n̄", "m̀", "\u01f9"])(
    "the mark of %s lies over the letter and takes no room",
    (letter) => {
      const heights = (text: string): number[] => letterOf("display", text).edges.filter((_, i) => i % 2)
      const [base = "", mark] = letter === "\u01f9" ? letter.normalize("NFD") : letter.normalize("NFC")
      expect(mark).toBeDefined()
      for (const face of ["sans", "display"] as const) {
        expect(widthOf(letter, face, 0.1)).toBe(widthOf(base, face, 0.1))
        const [edges, bare] = [letterOf(face, letter).edges, letterOf(face, base).edges]
        expect(edges.length).toBeGreaterThan(bare.length + 8)
        const across = edges.slice(bare.length).filter((_, i) => i % 2 === 0)
        const middle = (Math.min(...across) + Math.max(...across)) / 2
        expect(Math.abs(middle - widthOf(base, face) / 2)).toBeLessThan(0.12)
      }
      expect(Math.max(...heights(letter))).toBeGreaterThan(Math.max(...heights(base)) + 0.05)
      expect(Math.min(...heights(letter))).toBe(Math.min(...heights(base)))
    },
  )

  test.each([
    ["Hausa", "ƁɓƊɗƘƙƳƴ"],
    ["Yoruba", "ẸẹỌọṢṣÀàÁáÈèÉéÌìÍíÒòÓóÙùÚúŃńǸǹḾḿ"],
    ["Igbo", "ỊịỌọỤụṄṅǸǹ"],
    ["Ewe", "ƉɖƐɛƑƒƔɣŊŋƆɔƲʋ"],
    ["Twi, Ga, Kanuri and Bambara", "ƐɛƆɔŊŋƎǝƏəƝɲ"],
    ["Fula and Wolof", "ƁɓƊɗŊŋƝɲƳƴËëÑñÓóÀà"],
    ["French, Portuguese and Vietnamese", "ÉéÈèÇçŒœÜüÃãÕõĂăÂâĐđÊêÔôƠơƯưắỡợỷ"],
    ["Greek", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ"],
    ["Russian and Ukrainian", "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюяҐґЄєІіЇї"],
  ])("every letter of %s has an outline of its own", (_, letters) => {
    for (const face of ["sans", "display"] as const) {
      const outlines = new Map<string, string>()
      for (const letter of letters) {
        const { edges, width } = letterOf(face, letter)
        expect(edges.length, letter).toBeGreaterThan(8)
        expect(width, letter).toBeGreaterThan(0.15)
        outlines.set(letter, edges.join())
      }
      // Not one that only looks like it: ɓ is no b.
      const plain = new Map([..."bBdDkKyYeEoOnNf"].map((letter) => [letterOf(face, letter).edges.join(), letter]))
      const borrowed = [...letters].filter((letter) => plain.has(outlines.get(letter) ?? ""))
      expect(borrowed).toEqual([])
    }
  })

  test("a line below stands below its letter", () => {
    const lowest = (letter: string): number => Math.min(...letterOf("sans", letter).edges.filter((_, i) => i % 2))
    for (const mark of ["\u0331", "\u0332", "\u0329"]) expect(lowest(`a${mark}`)).toBeLessThan(lowest("a") - 0.1)
    expect(widthOf("a\u0331", "sans")).toBe(widthOf("a", "sans"))
  })

  test("a mark that we have no outline for leaves no hole", () => {
    expect(widthOf("a\u0351b", "sans")).toBe(widthOf("ab", "sans"))
    expect(widthOf("\u0301a", "sans")).toBe(widthOf("a", "sans"))
  })

  test("what cannot be set is known", () => {
    expect(canPrint("Àdùnní")).toBe(true)
    expect(canPrint("一双")).toBe(false)
    expect(canPrint("  ")).toBe(false)
  })

  test("what has no outline is left out without a gap, and told", () => {
    expect(withoutUnknown("Ọ̀ṣun 🎉 sale 👩🏾‍🍳!")).toEqual({ text: "Ọ̀ṣun sale !", leftOut: ["🎉", "👩🏾‍🍳"] })
    expect(withoutUnknown("№ 一双")).toEqual({
      text: expect.not.stringContaining("一"),
      leftOut: expect.arrayContaining(["一", "双"]),
    })
    expect(withoutUnknown("🎉")).toEqual({ text: "", leftOut: ["🎉"] })
  })
})

describe("print", () => {
  test("a letter I is ink in its middle and paper beside it", () => {
    const art = print(1, [{ text: "I", face: "display", size: 0.8, middle: 0.5 }])
    expect(art.at(0.5, 0.5)).toBeGreaterThan(0.9)
    expect(art.at(0.1, 0.5)).toBe(0)
  })

  test("the hole of an O stays open", () => {
    const art = print(1, [{ text: "O", face: "display", size: 0.9, middle: 0.5 }])
    expect(art.at(0.5, 0.5)).toBeLessThan(0.05)
  })
})

describe("fitText", () => {
  test("stays inside its box", () => {
    for (const text of [
      "A",
      "GOOD MORNING",
      "a long text of several words that wraps",
      "Ọ̀ṣọ́",
      "WWWWWWWWWWWWWWWWWWWWWW",
    ]) {
      for (const line of fitText(text, "display", box, { lines: 4, size: 1 })) {
        expect(widthOf(line.text, line.face, line.tracking) * line.size).toBeLessThanOrEqual(box.width + 1e-6)
        expect(line.middle + line.size / 2).toBeLessThan(0.98)
        expect(line.middle - line.size / 2).toBeGreaterThan(0.02)
      }
    }
  })

  test("keeps all words in order", () => {
    const words = "one two three four five"
    expect(
      fitText(words, "sans", box, { lines: 3, size: 1 })
        .map((line) => line.text)
        .join(" "),
    ).toBe(words)
  })
})
