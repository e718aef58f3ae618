import { X } from "lucide-react"
import { Dialog as Radix } from "radix-ui"
import { type ReactElement, type ReactNode, useRef } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { usePageHas } from "#web/ui/layout/use-page-has.ts"
import { classNames } from "#web/ui/theme/class-names.ts"
import { toasterMark } from "./toast.tsx"
import { useReturnFocus } from "./use-return-focus.ts"

interface DialogProps {
  open: boolean
  /** Absent where the question has to be answered: then only its own buttons close it. */
  onOpenChange?: ((open: boolean) => void) | undefined
  title: ReactNode
  description?: ReactNode | undefined
  /** The row of buttons at the end. */
  actions?: ReactNode | undefined
  /** "wide" is for pictures. */
  size?: "normal" | "wide" | undefined
  /** Gives its first field the focus when it opens, also over another dialog, which does not let go of the focus by itself. */
  beginsInField?: boolean | undefined
  /** Is shown also while the page is hidden from whoever may not see it (`web/styles/base.css`). */
  staysInSight?: boolean | undefined
  children?: ReactNode | undefined
}

/** A question or a closer look over the page. Escape and a press outside close it; focus goes back where it was. */
export function Dialog(props: DialogProps): ReactElement {
  const { open, onOpenChange, title, description, actions, size = "normal", children } = props
  const { beginsInField = false, staysInSight = false } = props
  const returnFocus = useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
  // Radix tells the dialog below only when it is drawn again: a press or a key right after the opening is not for it.
  const isCovered = (): boolean => [...document.querySelectorAll('[role="dialog"]')].at(-1) !== content.current
  return (
    <Radix.Root open={open} {...(onOpenChange && { onOpenChange })}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          {...returnFocus}
          {...(staysInSight && { "data-stays-in-sight": "" })}
          ref={content}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus()
            if (!(event.currentTarget instanceof HTMLElement)) return
            const field = beginsInField ? event.currentTarget.querySelector<HTMLElement>("input, textarea") : null
            // Where it has to be answered, no answer must be given by a key that was on its way.
            const first = field ?? (onOpenChange ? null : event.currentTarget)
            if (first === null) return
            event.preventDefault()
            first.focus()
          }}
          {...(description === undefined && { "aria-describedby": undefined })}
          onEscapeKeyDown={(event) => {
            if (isCovered()) event.preventDefault()
          }}
          onInteractOutside={(event) => {
            const isMessage = event.target instanceof Element && event.target.closest(`[${toasterMark}]`)
            if (isMessage || isCovered()) event.preventDefault()
          }}
          className={classNames(
            "fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] animate-rise flex-col rounded-t-card pb-[env(safe-area-inset-bottom)] bg-raised shadow-soft outline-none low:overflow-y-auto",
            "sm:inset-y-0 sm:my-auto sm:h-fit sm:max-h-[86dvh] sm:w-[calc(100%-4rem)] sm:rounded-card sm:border sm:border-line",
            size === "wide" ? "sm:max-w-4xl" : "sm:max-w-lg",
          )}
        >
          <div className="flex items-start justify-between gap-4 p-6 pb-0 sm:p-8 sm:pb-0">
            <div className="grid gap-2">
              <Radix.Title className="text-2xl">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            {onOpenChange && (
              <Radix.Close asChild>
                <Button variant="quiet" size="icon" aria-label="Close" className="-mt-2 -mr-2">
                  <X aria-hidden="true" />
                </Button>
              </Radix.Close>
            )}
          </div>
          {children ? (
            <div className="min-h-0 overflow-y-auto overscroll-contain p-6 sm:p-8 low:shrink-0 low:overflow-visible">
              {children}
            </div>
          ) : (
            <div className="h-8" />
          )}
          {actions && (
            <div className="flex flex-col-reverse gap-3 p-6 pt-0 sm:flex-row sm:justify-end sm:p-8 sm:pt-0">
              {actions}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Dims the page, with a dialog that is open already, and stops it from scrolling. Not the overlay of Radix, whose scroll lock writes a style element. */
export function Scrim(): ReactElement {
  usePageHas("scrim")
  return <div aria-hidden="true" className="fixed inset-0 z-50 animate-appear bg-scrim" />
}
