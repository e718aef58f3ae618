import type { ReactElement } from "react"
import { lateTrigger } from "./lazy-trigger.ts"
import type { PopoverProps } from "./popover-box.tsx"
import { useLatePart } from "./use-lazy-part.ts"

const load = async () => (await import("./popover-box.tsx")).PopoverBox

/** A small box that opens from a button. Its code comes with the first press. */
export function Popover(props: PopoverProps): ReactElement {
  const late = useLatePart(load)
  const PopoverBox = late.part
  return PopoverBox ? <PopoverBox {...props} /> : lateTrigger(props.trigger, "dialog", late)
}
