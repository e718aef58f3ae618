import { Tooltip as Radix } from "radix-ui"
import type { ReactElement, ReactNode } from "react"

interface TooltipProps {
  text: ReactNode
  /** One element that can have the focus; it keeps its own name, the tooltip only explains. */
  children: ReactElement
}

/** A few words about a control, on hover and focus. Never the only place of something important: phones do not show it. */
export function Tooltip({ text, children }: TooltipProps): ReactElement {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={8}
            collisionPadding={12}
            className="z-60 max-w-72 animate-appear rounded-control bg-cloth px-3 py-2 text-sm text-on-cloth shadow-soft"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
