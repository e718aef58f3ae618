import { type ReactElement, useEffect } from "react"
import type { SheetProps } from "./drawer-box.tsx"
import { useLatePart } from "./use-lazy-part.ts"

const load = async () => (await import("./drawer-box.tsx")).SheetBox

/** A panel that comes in from the left edge, for navigation on phones. Its code comes when it is first opened. */
export function Sheet(props: SheetProps): ReactElement | null {
  const { part: SheetBox, want } = useLatePart(load)
  const { open } = props
  useEffect(() => {
    if (open) want()
  }, [open, want])
  return SheetBox ? <SheetBox {...props} /> : null
}
