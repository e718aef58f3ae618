import type { ReactElement } from "react"
import type { TextBlock, TextSpan } from "#contract/text-blocks.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"

function Span({ text, style, href }: TextSpan): ReactElement {
  const words =
    style === "strong" ? (
      <strong className="font-semibold">{text}</strong>
    ) : style === "emphasis" ? (
      <em>{text}</em>
    ) : style === "code" ? (
      <code className="rounded bg-surface px-1 text-[0.95em] wrap-anywhere">{text}</code>
    ) : (
      text
    )
  if (!href) return <>{words}</>
  return href.startsWith("/") ? (
    <TextLink to={href}>{words}</TextLink>
  ) : (
    <a href={href} target="_blank" rel="noreferrer" className="font-medium text-indigo underline underline-offset-4">
      {words}
    </a>
  )
}

/** Parts of a text with keys: their words, and their number among the parts with the same words. */
function keyed<T>(parts: readonly T[], wordsOf: (part: T) => string): { key: string; part: T }[] {
  const seen = new Map<string, number>()
  return parts.map((part) => {
    const words = wordsOf(part)
    const count = (seen.get(words) ?? 0) + 1
    seen.set(words, count)
    return { key: `${words}-${count}`, part }
  })
}

const wordsOfLine = (line: readonly TextSpan[]): string => line.map(({ text }) => text).join("")

function Spans({ spans }: { spans: readonly TextSpan[] }): ReactElement[] {
  return keyed(spans, ({ text }) => text).map(({ key, part }) => <Span key={key} {...part} />)
}

interface TextBlocksProps {
  blocks: readonly TextBlock[]
  /** Where pictures of a kept copy are, by their address. */
  pictures?: Readonly<Record<string, string>> | undefined
}

/** A written text: headings from the second level on, lists, tables, quotes, pictures. */
export function TextBlocks({ blocks, pictures = {} }: TextBlocksProps): ReactElement {
  return (
    <div className="grid max-w-measure gap-4 text-lg leading-relaxed">
      {keyed(blocks, (block) => JSON.stringify(block)).map(({ key, part }) => (
        <Block key={key} block={part.kind === "picture" ? { ...part, src: pictures[part.src] ?? part.src } : part} />
      ))}
    </div>
  )
}

function Block({ block }: { block: TextBlock }): ReactElement {
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? (
        <h2 className="pt-4 text-2xl">{block.text}</h2>
      ) : (
        <h3 className="pt-2 text-xl">{block.text}</h3>
      )
    case "paragraph":
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      )
    case "list": {
      const List = block.isOrdered ? "ol" : "ul"
      return (
        <List className={`grid gap-2 pl-6 marker:text-indigo ${block.isOrdered ? "list-decimal" : "list-disc"}`}>
          {keyed(block.items, wordsOfLine).map(({ key, part }) => (
            <li key={key}>
              <Spans spans={part} />
            </li>
          ))}
        </List>
      )
    }
    case "quote":
      return (
        <blockquote className="border-l-4 border-indigo py-1 pl-4 text-indigo">
          <Spans spans={block.spans} />
        </blockquote>
      )
    case "table":
      return <BlockTable {...block} />
    case "code":
      return <pre className="overflow-x-auto rounded-control bg-surface p-4 text-base">{block.text}</pre>
    case "picture":
      return <img src={block.src} alt={block.alt} loading="lazy" className="rounded-card" />
  }
}

function BlockTable({ head, rows }: Extract<TextBlock, { kind: "table" }>): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto rounded-card border border-line">
      <table className="w-full min-w-md text-left text-base">
        {head.some((cell) => cell.length > 0) && (
          <thead className="bg-surface">
            <tr>
              {keyed(head, wordsOfLine).map(({ key, part }) => (
                <th key={key} scope="col" className="px-4 py-3 font-medium">
                  <Spans spans={part} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody className="divide-y divide-line">
          {keyed(rows, (row) => row.map(wordsOfLine).join()).map(({ key, part: row }) => (
            <tr key={key}>
              {keyed(row, wordsOfLine).map(({ key: column, part }) => (
                <td key={column} className="px-4 py-3 align-top">
                  <Spans spans={part} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
