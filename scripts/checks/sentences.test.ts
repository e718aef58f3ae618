import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseAst } from "vite"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

interface Sentence {
  path: string
  text: string
}

/** Parts of the code that hold no words, or none that people see. */
const wordless: readonly unknown[] = [
  ...["ImportDeclaration", "ExportAllDeclaration", "TSTypeAnnotation", "TSTypeAliasDeclaration"],
  ...["TSInterfaceDeclaration", "TSTypeParameterInstantiation"],
]
const unseenAttributes: readonly unknown[] = ["className", "href", "to", "type", "name", "autoComplete", "d"]

/** Every text in a file that reads like words for people: with a blank in it, or a capital first. */
function wordsIn(path: string): Sentence[] {
  const found: Sentence[] = []
  const take = (text: unknown): void => {
    // Tags, their attributes and telephone numbers are no words.
    const seen = typeof text === "string" ? text.replaceAll(/[\w-]+="[^"]*"|<[^>]*>|\+\d[\d ]+/g, " ") : ""
    const words = seen.replaceAll(/\s+/g, " ").trim()
    if (/^[A-Z][a-z-]+$|\p{L} \p{L}/u.test(words)) found.push({ path, text: words })
  }
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return
    const { type, name, value, ...parts } = node as Record<string, unknown>
    const isUnseen = type === "JSXAttribute" && unseenAttributes.includes((name as { name?: unknown }).name)
    if (isUnseen || wordless.includes(type)) return
    if (type === "JSXText" || type === "Literal") take(value)
    else if (type === "TemplateElement") take((value as { cooked?: unknown }).cooked)
    else for (const part of [name, value, ...Object.values(parts)]) visit(part)
  }
  visit(parseAst(readFileSync(join(root, path), "utf8"), { lang: path.endsWith("x") ? "tsx" : "ts" }))
  return found
}

/** What customers read: all screens and pages, the words of the contract, and what the server says and mails. */
const sentences = ["web", "contract", "server/features", "server/platform"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\/test-/.test(path))
  // Statements of the database are no sentences.
  .filter((path) => !path.endsWith("queries.ts"))
  .flatMap(wordsIn)

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
