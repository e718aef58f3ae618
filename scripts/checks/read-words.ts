import { readFileSync } from "node:fs"
import { parseAst } from "vite"

/** A text that people read, and the file it stands in. Parts that are put in while the product runs are "…". */
export interface Words {
  path: string
  text: string
}

type Node = Record<string, unknown> & { type: string }

/** Parts of the code that hold no words, or none that people see. */
const wordless: ReadonlySet<string> = new Set([
  ...["ImportDeclaration", "ExportAllDeclaration", "TSTypeAnnotation", "TSTypeAliasDeclaration"],
  ...["TSInterfaceDeclaration", "TSTypeParameterInstantiation"],
])
const unseenAttributes: readonly unknown[] = [
  ...["className", "href", "to", "type", "name", "autoComplete", "d", "sizes", "media", "key"],
]

/** Elements that stand within a sentence. */
const inline: readonly unknown[] = ["a", "b", "br", "code", "em", "kbd", "span", "strong", "time", "Link", "TextLink"]

/** What parts two texts of a page from one another. */
const border = "\u0000"

/**
 * Every text of a file that reads like words for people: with a blank in it, or a capital first.
 * @param path how the file is called in what is found; TSX where it ends so
 */
export function readWords(path: string, source: string): Words[] {
  const found: Words[] = []
  const take = (text: string): void => {
    for (const part of text.split(border)) {
      // Tags, their attributes and telephone numbers are no words.
      const seen = part.replaceAll(/[\w-]+="[^"]*"|<[^>]*>|\+\d[\d ]+/g, " ")
      const words = seen.replaceAll(/\s+/g, " ").trim()
      if (/^[A-Z][a-z-]+$|\p{L} \p{L}/u.test(words)) found.push({ path, text: words })
    }
  }
  const nodeOf = (value: unknown): Node | undefined =>
    typeof value === "object" && value !== null && "type" in value ? (value as Node) : undefined

  /** What an expression puts into a text: its own words where it is nothing else, "…" for what is known later. */
  const wordsOf = (value: unknown): string => {
    const node = nodeOf(value)
    if (node?.type === "Literal") return typeof node.value === "string" ? node.value : "…"
    if (node?.type === "TemplateLiteral") {
      for (const expression of node.expressions as unknown[]) visit(expression)
      return (node.quasis as { value: { cooked?: string } }[]).map((quasi) => quasi.value.cooked ?? "").join("…")
    }
    if (node?.type === "BinaryExpression" && node.operator === "+") return wordsOf(node.left) + wordsOf(node.right)
    visit(value)
    return "…"
  }
  const childWords = (value: unknown): string => {
    const node = nodeOf(value)
    if (node?.type === "JSXText") return String(node.value)
    if (node?.type === "JSXExpressionContainer") return wordsOf(node.expression)
    const opening = nodeOf(node?.openingElement)
    if (!node || (opening && !inline.includes(nodeOf(opening.name)?.name))) {
      visit(value)
      return border
    }
    visit(opening?.attributes)
    return (node.children as unknown[]).map(childWords).join("")
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    const node = nodeOf(value)
    if (!node || wordless.has(node.type)) return
    if (node.type === "JSXAttribute" && unseenAttributes.includes(nodeOf(node.name)?.name)) return
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      visit(nodeOf(node.openingElement)?.attributes)
      take((node.children as unknown[]).map(childWords).join(""))
    } else if (node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string")) {
      take(wordsOf(node))
    } else if (node.type === "BinaryExpression" && node.operator === "+") {
      take(wordsOf(node))
    } else {
      for (const part of Object.values(node)) visit(part)
    }
  }
  visit(parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }))
  return found
}

/** The same of a file of the repository. */
export function wordsIn(root: string, path: string): Words[] {
  return readWords(path, readFileSync(`${root}/${path}`, "utf8"))
}
