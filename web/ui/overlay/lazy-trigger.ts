import { type ComponentProps, cloneElement, type ReactElement } from "react"

/**
 * The button of a box that opens from it, as it stands until its first press: by itself, without the box's code. A press
 * that comes before the code counts: the box is open as soon as it is there.
 */
export function lazyTrigger(
  trigger: ReactElement,
  kind: "menu" | "dialog",
  { isComing, want }: { isComing: boolean; want: () => void },
): ReactElement {
  return cloneElement(trigger as ReactElement<ComponentProps<"button">>, {
    "aria-haspopup": kind,
    "aria-expanded": false,
    "aria-busy": isComing || undefined,
    onClick: want,
  })
}
