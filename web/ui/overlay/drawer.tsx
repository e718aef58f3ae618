import { type ReactElement, useEffect } from "react"
import type { DrawerProps } from "./drawer-box.tsx"
import { useLazyPart } from "./use-lazy-part.ts"

const load = async () => (await import("./drawer-box.tsx")).DrawerBox

/** A panel that comes in from the left edge, for navigation on phones. Its code comes when it is first opened. */
export function Drawer(props: DrawerProps): ReactElement | null {
  const { part: DrawerBox, want } = useLazyPart(load)
  const { open } = props
  useEffect(() => {
    if (open) want()
  }, [open, want])
  return DrawerBox ? <DrawerBox {...props} /> : null
}
