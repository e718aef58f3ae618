import { startOf } from "./cut-text.ts"

/** What stands between the words of a name: everything but letters with their marks, and digits. */
const between = /[^\p{L}\p{M}\p{N}]+/gu

/**
 * The name of a download made of somebody's words, without an ending: it keeps the letters of every language, and no
 * computer reads a path or an option in it. @returns empty for words without a letter or digit
 */
export function downloadName(words: string, mostBytes = 80): string {
  const joined = words.toLowerCase().normalize("NFC").replaceAll(between, "-").replace(/^-/, "")
  return startOf(joined, mostBytes).replace(/-$/, "")
}

/** Letters that no mark makes of a plain one, by what people write where they cannot write them. */
const plainLetters: Readonly<Record<string, string>> = Object.fromEntries(
  "ɓb ƁB ɗd ƊD ɖd ƉD đd ĐD ƙk ƘK ƴy ƳY ɛe ƐE ǝe ƎE əe ƏE ɔo ƆO øo ØO ƒf ƑF ɣg ƔG ŋn ŊN ɲn ƝN ʋv ƲV łl ŁL ßs æa ÆA"
    .split(" ")
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/**
 * Both forms of `Content-Disposition`: letters as they are for those who read the second (RFC 6266), and plain letters
 * for the rest. The package `content-disposition` leaves out the quotes that clients of the hosted backend know.
 */
export function dispositionOf(name: string, kind: "attachment" | "inline" = "attachment"): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plainName(name)}"; filename*=UTF-8''${encoded}`
}

function plainName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "")
  return [...plain]
    .map((letter) => plainLetters[letter] ?? letter)
    .join("")
    .replace(/[^\x20-\x7e]|["\\%]/g, "_")
}
