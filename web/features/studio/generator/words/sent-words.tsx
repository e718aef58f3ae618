import type { ReactElement } from "react"

/** The exact text that the engine gets, with what the mode writes before it. */
export function SentWords({ words }: { words: string }): ReactElement {
  const isLong = words.length > 160
  const label = <span className="text-ink-soft">Sent as:</span>
  if (!isLong) {
    return (
      <p className="text-sm wrap-anywhere">
        {label} <bdi>{words}</bdi>
      </p>
    )
  }
  return (
    <details className="group text-sm wrap-anywhere">
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {label} <bdi className="line-clamp-2 group-open:hidden">{words}</bdi>
        <span className="text-ink-soft underline group-open:hidden">Show all</span>
      </summary>
      <bdi>{words}</bdi>
    </details>
  )
}
