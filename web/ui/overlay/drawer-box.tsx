import { X } from "lucide-react"
import { Dialog as Radix } from "radix-ui"
import type { ReactElement, ReactNode } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { Scrim } from "./dialog.tsx"
import { useReturnFocus } from "./use-return-focus.ts"

export interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Read out when the sheet opens. */
  title: string
  /** What stands at the top left, such as the logo; the title when absent. */
  heading?: ReactNode | undefined
  children: ReactNode
}

/** A panel that comes in from the left edge, for navigation on phones. */
export function DrawerBox({ open, onOpenChange, title, heading, children }: DrawerProps): ReactElement {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-[min(20rem,86vw)] animate-slide-in flex-col bg-raised pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] shadow-soft outline-none"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <div className="flex min-h-16 items-center justify-between gap-4 pr-2 pl-5">
            {heading ?? <span className="font-display text-xl">{title}</span>}
            <Radix.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close">
                <X aria-hidden="true" />
              </Button>
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-3">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
