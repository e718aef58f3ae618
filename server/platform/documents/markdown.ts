import { lexer, type Token, type Tokens } from "marked"
import type { TextBlock, TextSpan } from "#contract/text-blocks.ts"

/** Addresses that a text may lead to; anything else is shown as plain words. */
const safeHref = /^(?:https?:\/\/|mailto:|\/(?!\/))/i

/** Pictures come from our own paths or over https. */
const safeSource = /^(?:https:\/\/|\/(?!\/))/i

/** Quotes, lists and words in styles inside each other, at most; nobody writes a tenth of it. */
const deepest = 30

/**
 * Reads Markdown into blocks: headings of the second and third level, paragraphs, lists, quotes, tables, code and
 * pictures. HTML inside it is dropped, so nothing a writer types can run in a reader's browser. For texts that come with
 * the product; what people write may take minutes and goes through `readWrittenText`.
 * @throws Error when too much stands inside each other
 */
export function readMarkdown(text: string): TextBlock[] {
  const tokens = lexer(text)
  if (isDeeper(tokens, deepest)) throw new Error("Too much stands inside each other in this text.")
  return tokens.flatMap(blockOf)
}

function isDeeper(tokens: readonly Token[], levels: number): boolean {
  return levels === 0 ? tokens.length > 0 : tokens.some((token) => isDeeper(insideOf(token), levels - 1))
}

function insideOf(token: Token): readonly Token[] {
  if (token.type === "list") return (token as Tokens.List).items
  return "tokens" in token ? (token.tokens ?? []) : []
}

function blockOf(token: Token): TextBlock[] {
  switch (token.type) {
    case "heading":
      return [{ kind: "heading", level: token.depth >= 3 ? 3 : 2, text: plain(spansOf(token.tokens)) }]
    case "paragraph":
      return paragraphOf(token as Tokens.Paragraph)
    case "list": {
      const list = token as Tokens.List
      return [{ kind: "list", isOrdered: list.ordered, items: list.items.map(({ tokens }) => itemOf(tokens)) }]
    }
    case "blockquote":
      return [{ kind: "quote", spans: itemOf(token.tokens) }]
    case "table": {
      const { header, rows } = token as Tokens.Table
      const line = (cells: Tokens.TableCell[]) => cells.map(({ tokens }) => spansOf(tokens))
      return [{ kind: "table", head: line(header), rows: rows.map(line) }]
    }
    case "code":
      return [{ kind: "code", text: token.text }]
    default:
      return []
  }
}

/** A paragraph that is a single picture is that picture. */
function paragraphOf(token: Tokens.Paragraph): TextBlock[] {
  const [only, ...others] = token.tokens
  if (only?.type === "image" && others.length === 0) {
    return safeSource.test(only.href) ? [{ kind: "picture", src: only.href, alt: only.text }] : []
  }
  const spans = spansOf(token.tokens)
  return spans.length > 0 ? [{ kind: "paragraph", spans }] : []
}

/** The words of an item or a quote, its paragraphs one after the other. */
function itemOf(tokens: Token[] | undefined): TextSpan[] {
  return (tokens ?? []).flatMap((token) => ("tokens" in token ? spansOf(token.tokens) : spansOf([token])))
}

function spansOf(tokens: Token[] | undefined, base: Omit<TextSpan, "text"> = {}): TextSpan[] {
  const spans: TextSpan[] = []
  for (const token of tokens ?? []) {
    for (const span of spanOf(token, base)) {
      const last = spans.at(-1)
      if (last && last.style === span.style && last.href === span.href) last.text += span.text
      else spans.push({ ...span })
    }
  }
  return spans
}

function spanOf(token: Token, base: Omit<TextSpan, "text">): TextSpan[] {
  switch (token.type) {
    case "strong":
      return spansOf(token.tokens, { ...base, style: "strong" })
    case "em":
      return spansOf(token.tokens, { ...base, style: "emphasis" })
    case "codespan":
      return [{ ...base, text: token.text, style: "code" }]
    case "link":
      return spansOf(token.tokens, safeHref.test(token.href) ? { ...base, href: token.href } : base)
    case "br":
      return [{ ...base, text: " " }]
    case "html":
    case "image":
      return []
    case "text":
      return "tokens" in token && token.tokens
        ? spansOf(token.tokens, base)
        : [{ ...base, text: decodeEntities(token.text) }]
    default:
      return "text" in token && typeof token.text === "string" ? [{ ...base, text: decodeEntities(token.text) }] : []
  }
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
}

/** The reader of Markdown writes some letters as HTML would. A line's end inside a paragraph is a blank. */
function decodeEntities(text: string): string {
  return text
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/(?<!\s)\s*\n\s*/g, " ")
}

function plain(spans: readonly TextSpan[]): string {
  return spans.map(({ text }) => text).join("")
}
