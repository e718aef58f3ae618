import { Popover as Radix } from "radix-ui"
import { type ReactElement, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react"

export interface PopoverProps {
  /** The button that opens it; it needs a name of its own. */
  trigger: ReactElement
  /** Names the box for screen readers. */
  label: string
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  children: ReactNode
}

/**
 * A small box and its button, open at once: it is drawn when the button was first pressed. It stands in the landmark of
 * its button and locks nothing.
 */
export function PopoverBox({ trigger, label, onOpenChange, children }: PopoverProps): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  const findLandmark = useCallback(
    () => setLandmark(button.current?.closest<HTMLElement>("header, main, nav, aside") ?? null),
    [],
  )
  useLayoutEffect(findLandmark, [findLandmark])
  const handleChange = (isOpen: boolean): void => {
    findLandmark()
    onOpenChange?.(isOpen)
  }
  return (
    <Radix.Root defaultOpen onOpenChange={handleChange}>
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 max-h-[min(32rem,70dvh)] w-[min(24rem,calc(100vw-1.5rem))] animate-appear overflow-y-auto rounded-card border border-line bg-raised p-4 shadow-soft outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
