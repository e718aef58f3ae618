import { CircleAlert, CircleCheck, Eye, X } from "lucide-react"
import { type ReactElement, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { resolveValue, toast, useToaster } from "react-hot-toast/headless"
import { Button } from "#web/ui/button/button.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { type FoundPlace, findToastPlace, type ToastPlace } from "./toast-place.ts"

/** How long a message stays, in ms. Source: docs/product-rules.md#fixed-wordings. */
export const toastDurationMs = { error: 4000, success: 2000, undo: 10_000 } as const

/** Time of the fading, in ms. */
const fadeMs = 180

const assertive = { role: "alert", "aria-live": "assertive" } as const

/**
 * Says something in passing. Always through here: the toaster below is the headless one (the full one writes a style
 * element), and messages sent to `react-hot-toast` itself would never show. At most 20 at a time, its own limit.
 */
export const notify = {
  success: (message: ReactElement | string): string => toast.success(message, { duration: toastDurationMs.success }),
  /** What came to a good end but needs a look. */
  notice: (message: ReactElement | string): string => toast(message, { duration: toastDurationMs.error }),
  /** @param id of a message whose place this one takes while it is shown; none, and it stands by itself */
  error: (message: ReactElement | string, id?: string): string =>
    toast.error(message, { duration: toastDurationMs.error, ariaProps: assertive, ...(id !== undefined && { id }) }),
  /** What was done and can be taken back by a press, long enough to be read and reached. */
  undo: (message: string, onUndo: () => void): string =>
    toast.success(
      ({ id }) => (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          {message}
          <Button
            variant="secondary"
            onClick={() => {
              toast.dismiss(id)
              onUndo()
            }}
          >
            Undo
          </Button>
        </div>
      ),
      { duration: toastDurationMs.undo },
    ),
  dismissAll: (): void => toast.dismiss(),
}

const placeLook: Record<ToastPlace, string> = {
  corner: "right-4 w-full max-w-md",
  top: "inset-x-4 top-4 mx-auto max-w-md",
  bottom: "inset-x-4 mx-auto max-w-md",
}

/** What marks the place of messages: a press there is none beside an open dialog. */
export const toasterMark = "data-toaster"

/**
 * Where messages appear, away from titles and controls (`toast-place.ts`); mounted once, around the routes. Pointing at them stops the clock, and so does the keyboard that
 * has come to one. As a live region it stays open to screen readers while a dialog hides the rest of the page.
 */
export function Toaster(): ReactElement {
  const { toasts, handlers } = useToaster({ removeDelay: fadeMs })
  const section = useRef<HTMLElement>(null)
  const [place, setPlace] = useState<FoundPlace>({ name: "top", bottom: 0 })
  const isShowing = toasts.length > 0
  // Chosen anew for each message that comes alone: nothing moves while it is read.
  useLayoutEffect(() => {
    if (isShowing && section.current) setPlace(findToastPlace(section.current))
  }, [isShowing])
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isHeld = isPointedAt || hasFocus
  const hold = useEffectEvent((isNow: boolean) => (isNow ? handlers.startPause() : handlers.endPause()))
  useEffect(() => hold(isHeld), [isHeld])
  // A message that is taken away takes the focus with it, and nobody is told.
  useEffect(() => {
    if (hasFocus && !section.current?.contains(document.activeElement)) setHasFocus(false)
  })
  return (
    <section
      ref={section}
      aria-label="Messages"
      aria-live="off"
      {...{ [toasterMark]: "" }}
      onMouseEnter={() => setIsPointedAt(true)}
      onMouseLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={({ relatedTarget }) => setHasFocus(section.current?.contains(relatedTarget) ?? false)}
      className={classNames("pointer-events-none fixed z-60 flex flex-col items-center gap-2", placeLook[place.name])}
      style={place.name === "top" ? undefined : { bottom: place.bottom }}
    >
      {toasts.map((message) => (
        <div
          key={message.id}
          className={classNames(
            "pointer-events-auto flex min-h-14 w-full animate-rise items-center gap-3 rounded-card border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-soft transition-opacity",
            !message.visible && "opacity-0",
          )}
        >
          {message.type === "error" ? (
            <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-clay" />
          ) : message.type === "success" ? (
            <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" />
          ) : (
            <Eye aria-hidden="true" className="size-5 shrink-0 text-amber" />
          )}
          <div {...message.ariaProps} className="min-w-0 flex-1 py-1.5 wrap-anywhere">
            {resolveValue(message.message, message)}
          </div>
          <Button variant="quiet" size="icon" aria-label="Dismiss" onClick={() => toast.dismiss(message.id)}>
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
    </section>
  )
}
