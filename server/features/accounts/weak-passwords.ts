import { readFileSync } from "node:fs"
import { product } from "#contract/product/brand.ts"
import { AppError } from "#server/platform/errors.ts"

/** 3,000 passwords of 8 letters or more that everybody tries first, in lower case. */
const common = new Set(readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8").split("\n"))

/** Fewest letters and digits that a password needs beside the words anybody knows of its owner. */
const minOwnSigns = 6

/** Shorter words of a name would be found in anything. */
const minWordLength = 3

/**
 * Refuses what is guessed first: the commonest passwords, and those made of the owner's or the product's name.
 * @throws AppError `general_argument_invalid`, `password_personal_data`
 */
export function refuseWeakPassword(password: string, owner: { name: string; email: string | null }): void {
  const text = password.toLowerCase()
  // Blanks around do not count, and neither does saying one thing many times.
  if (new Set(text.replaceAll(/\s/gu, "")).size < 2) {
    throw new AppError("general_argument_invalid", "This password is one character repeated. Choose another.")
  }
  if (common.has(text)) {
    throw new AppError("general_argument_invalid", "This password is one of the most common ones. Choose another.")
  }
  if (isMadeOf(text, wordsOf(owner))) {
    throw new AppError("password_personal_data", "The password is made of your name or e-mail. Choose another.")
  }
}

function wordsOf({ name, email }: { name: string; email: string | null }): string[] {
  const address = email?.toLowerCase() ?? ""
  const words = `${name.toLowerCase()} ${address} ${product.name.toLowerCase()}`.split(/[^\p{L}\p{N}]+/u)
  return [address, ...words.filter((word) => word.length >= minWordLength)]
    .filter((word) => word !== "")
    .sort((a, b) => b.length - a.length)
}

function isMadeOf(text: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, " "), text)
  return rest !== text && rest.replace(/[^\p{L}\p{N}]/gu, "").length < minOwnSigns
}
