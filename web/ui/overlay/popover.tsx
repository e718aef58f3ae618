import type { ReactElement } from "react"
import { lazyTrigger } from "./lazy-trigger.ts"
import type { PopoverProps } from "./popover-box.tsx"
import { useLazyPart } from "./use-lazy-part.ts"

const load = async () => (await import("./popover-box.tsx")).PopoverBox

/** A small box that opens from a button. Its code comes with the first press. */
export function Popover(props: PopoverProps): ReactElement {
  const late = useLazyPart(load)
  const PopoverBox = late.part
  return PopoverBox ? <PopoverBox {...props} /> : lazyTrigger(props.trigger, "dialog", late)
}
