import { describe, expect, test } from "vitest"
import { readMarkdown } from "./markdown.ts"

describe("a written text", () => {
  test("becomes headings, paragraphs, lists, quotes, tables and code", () => {
    const text = `## A **bold** heading

One line
and *the next*, with \`code\`, "quotes" & a [link](https://example.com).

1. first
2. second

> A quote

| a | b |
| --- | --- |
| 1 | **2** |

    code`
    expect(readMarkdown(text)).toEqual([
      { kind: "heading", level: 2, text: "A bold heading" },
      {
        kind: "paragraph",
        spans: [
          { text: "One line and " },
          { text: "the next", style: "emphasis" },
          { text: ", with " },
          { text: "code", style: "code" },
          { text: ', "quotes" & a ' },
          { text: "link", href: "https://example.com" },
          { text: "." },
        ],
      },
      { kind: "list", isOrdered: true, items: [[{ text: "first" }], [{ text: "second" }]] },
      { kind: "quote", spans: [{ text: "A quote" }] },
      {
        kind: "table",
        head: [[{ text: "a" }], [{ text: "b" }]],
        rows: [[[{ text: "1" }], [{ text: "2", style: "strong" }]]],
      },
      { kind: "code", text: "code" },
    ])
  })

  test.each([
    ["[press](javascript:alert(1))", [{ kind: "paragraph", spans: [{ text: "press" }] }]],
    ["[press](//evil.example)", [{ kind: "paragraph", spans: [{ text: "press" }] }]],
    ["<script>alert(1)</script>", []],
    ["a <img src=x onerror=alert(1)> b", [{ kind: "paragraph", spans: [{ text: "a  b" }] }]],
    ["![x](http://evil.example/a.png)", []],
    ["![A bag](/pictures/a.webp)", [{ kind: "picture", src: "/pictures/a.webp", alt: "A bag" }]],
  ])("%s runs and loads nothing", (text, blocks) => {
    expect(readMarkdown(text)).toEqual(blocks)
  })
})
