import { randomInt } from "node:crypto"

/** What codes for people are made of: no letter or digit that is read as another one. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

/** Letters and digits by chance, each as likely as any other: five bits of randomness in each. */
export function randomLetters(count: number): string {
  return Array.from({ length: count }, () => letters[randomInt(letters.length)]).join("")
}

/** A code that people copy by hand, such as ABCD-EFGH-JKLM: three groups of four, which are 2^60 codes. */
export function newPaperCode(): string {
  return [randomLetters(4), randomLetters(4), randomLetters(4)].join("-")
}
