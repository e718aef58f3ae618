import { product } from "#contract/brand.ts"

/** What anybody knows of who owns a password. */
export interface PasswordOwner {
  name: string
  email: string | null
}

/** Fewest letters and digits that a password needs beside the words anybody knows of its owner. */
const minOwnSigns = 6

/** Shorter words of a name would be found in anything. */
const minWordLength = 3

/** Whether a password says one thing many times; blanks around do not count. */
export function isOneSign(password: string): boolean {
  return new Set(password.toLowerCase().replaceAll(/\s/gu, "")).size < 2
}

/** Whether a password is made of its owner's or the product's name, with little beside it. */
export function isMadeOfOwner(password: string, owner: PasswordOwner): boolean {
  const text = password.toLowerCase()
  const rest = wordsOf(owner).reduce((left, word) => left.replaceAll(word, " "), text)
  return rest !== text && rest.replace(/[^\p{L}\p{N}]/gu, "").length < minOwnSigns
}

function wordsOf({ name, email }: PasswordOwner): string[] {
  const address = email?.toLowerCase() ?? ""
  const words = `${name.toLowerCase()} ${address} ${product.name.toLowerCase()}`.split(/[^\p{L}\p{N}]+/u)
  return [address, ...words.filter((word) => word.length >= minWordLength)]
    .filter((word) => word !== "")
    .sort((a, b) => b.length - a.length)
}
