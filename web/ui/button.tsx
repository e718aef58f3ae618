import type { ComponentProps, ReactElement } from "react"
import { type ButtonLook, buttonLook } from "./button-look.ts"
import { classNames } from "./class-names.ts"
import { Spinner } from "./spinner.tsx"

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** Keeps the width, shows a spinner and refuses presses. */
  busy?: boolean | undefined
}

/** A button. `type` is "button" unless said otherwise; an icon button needs an `aria-label`. */
export function Button(props: ButtonProps): ReactElement {
  const { busy = false, variant, size, wide, className, children, disabled, type = "button", ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || rest["aria-busy"] || undefined}
      className={classNames(buttonLook({ variant, size, wide }), className)}
    >
      <span className={classNames("inline-flex items-center justify-center gap-2", busy && "opacity-0")}>
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}
