import type { ReactElement } from "react"
import { lazyTrigger } from "./lazy-trigger.ts"
import type { MenuProps } from "./menu-box.tsx"
import { useLazyPart } from "./use-lazy-part.ts"

const load = async () => (await import("./menu-box.tsx")).MenuBox

/** A list of actions that opens from a button. Its code comes with the first press. */
export function Menu(props: MenuProps): ReactElement {
  const late = useLazyPart(load)
  const MenuBox = late.part
  return MenuBox ? <MenuBox {...props} /> : lazyTrigger(props.trigger, "menu", late)
}
