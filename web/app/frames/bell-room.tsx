import type { ReactElement } from "react"

/** As much room as the bell of the top bar takes. */
export function BellRoom(): ReactElement {
  return <span aria-hidden="true" className="size-11 shrink-0" />
}
