import type { ComponentProps, ReactElement, ReactNode } from "react"
import { Spinner } from "#web/ui/feedback/spinner.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { type ButtonLook, buttonLook } from "./button-style.ts"

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** Keeps the width, shows a spinner and refuses presses. */
  busy?: boolean | undefined
  /** Said beside the spinner while busy; without them the spinner stands for the words, which stay the name. */
  busyWords?: string | undefined
}

/** A button. `type` is "button" unless said otherwise; an icon button needs an `aria-label`. */
export function Button(props: ButtonProps): ReactElement {
  const {
    busy = false,
    busyWords,
    variant,
    size,
    wide,
    className,
    children,
    disabled,
    type = "button",
    ...rest
  } = props
  const hasWords = busyWords !== undefined
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || rest["aria-busy"] || undefined}
      className={classNames(buttonLook({ variant, size, wide }), className)}
    >
      {hasWords ? (
        // One above the other, so that the button is as wide as the longer one at any time.
        <span className="grid min-w-0 place-items-center *:col-start-1 *:row-start-1">
          <Words isShown={!busy}>{children}</Words>
          <Words isShown={busy}>
            <Spinner className="shrink-0" />
            {busyWords}
          </Words>
        </span>
      ) : (
        <span className={classNames("inline-flex items-center justify-center gap-2", busy && "opacity-0")}>
          {children}
        </span>
      )}
      {busy && !hasWords && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}

function Words({ isShown, children }: { isShown: boolean; children: ReactNode }): ReactElement {
  return (
    <span
      aria-hidden={!isShown || undefined}
      className={classNames("inline-flex items-center justify-center gap-2", !isShown && "invisible")}
    >
      {children}
    </span>
  )
}
