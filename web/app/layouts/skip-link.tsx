import type { ReactElement } from "react"

/** Id of the main landmark, where the skip link leads. */
export const mainId = "main"

/** First stop of the Tab key: jumps over the navigation. */
export function SkipLink(): ReactElement {
  return (
    <a
      href={`#${mainId}`}
      className="fixed top-3 left-3 z-60 -translate-y-24 rounded-control bg-indigo px-5 py-3 font-medium text-on-indigo focus:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  )
}
