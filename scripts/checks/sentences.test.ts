import { readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { wordsIn } from "./read-words.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** What customers read: all screens and pages, the words of the contract, and what the server says and mails. */
const sentences = ["web", "contract", "server/features", "server/platform"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\/test-/.test(path))
  // Statements of the database are no sentences.
  .filter((path) => !path.endsWith("queries.ts"))
  .flatMap((path) => wordsIn(root, path))

/** Words that stay as they were given (docs/product-rules.md#form-rules, docs/product-rules.md#fixed-wordings), and those of the log. */
const given: ReadonlySet<string> = new Set([
  "Invalid email address",
  "Invalid email",
  "An Email has been set to reset your password",
  "error sending email",
])

const spellings: [what: string, wrong: RegExp][] = [
  ["e-mail has one spelling", /(?<!\/)\be[ -]?mails?\b(?<!\b[Ee]-mails?)/i],
  [
    "words are those of every day",
    /recogni[sz]e|\bunlock|\btrackers?\b|\butili[sz]|\bseamless(?! light)|\bleverage|in order to|prior to|\bkindly\b|please note|\bcommence/i,
  ],
  ["buttons and titles say what is meant by their own name", /\bthis address\b.*\bconfirm|^confirm this address/i],
  ["nobody is told by when a person answers (docs/product-rules.md#contact)", /\b(?:working|business) days?\b/i],
  // Years and addresses of ports are no amounts.
  ["thousands are set apart", /(?<![\w.,:#/-])(?!20\d\d\b)\d{4,}(?![\d-])/],
]

test("all of them are read", () => {
  expect(sentences.length).toBeGreaterThan(3_000)
  for (const known of ["Where you are signed in", "Nobody follows you here", "Passwords do not match"]) {
    expect(sentences.some(({ text }) => text === known)).toBe(true)
  }
})

test.each(spellings)("in what customers read %s", (_, wrong) => {
  expect(sentences.filter(({ text }) => wrong.test(text) && !given.has(text))).toEqual([])
})
