import type { ReactElement } from "react"

/** Id of the main landmark, where the skip link leads. */
export const mainId = "main"

/** First stop of the Tab key: jumps over the navigation. */
export function SkipLink(): ReactElement {
  return (
    <a
      href={`#${mainId}`}
      className="sr-only rounded-control bg-indigo px-4 py-3 font-medium text-on-indigo focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60"
    >
      Skip to content
    </a>
  )
}
