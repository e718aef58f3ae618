import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "className" | "size"> {
  label: ReactNode
  /** Says what the switch does, or why it is locked. */
  hint?: ReactNode | undefined
  onCheckedChange?: ((checked: boolean) => void) | undefined
  className?: string | undefined
}

/** Turns one thing on or off at once. The whole row can be pressed. */
export function Switch(props: SwitchProps): ReactElement {
  const { label, hint, className, onChange, onCheckedChange, id, ...input } = props
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <div className={classNames("flex min-h-11 items-center justify-between gap-4", className)}>
      <div>
        <label htmlFor={inputId} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${inputId}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      <span className="relative inline-flex h-11 w-13 shrink-0 items-center">
        <input
          {...input}
          id={inputId}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own checked state
          role="switch"
          aria-describedby={hint ? `${inputId}-hint` : undefined}
          onChange={(event) => {
            onChange?.(event)
            onCheckedChange?.(event.target.checked)
          }}
          className="peer absolute inset-0 z-10 size-full cursor-[inherit] opacity-0"
        />
        <span
          aria-hidden="true"
          className={classNames(
            "h-8 w-full rounded-full border border-line-strong bg-surface transition-colors",
            "peer-checked:border-indigo peer-checked:bg-indigo peer-disabled:opacity-55",
            "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-indigo",
          )}
        />
        <span
          aria-hidden="true"
          className={classNames(
            "absolute left-1 size-6 scale-75 rounded-full bg-line-strong transition-transform",
            "peer-checked:translate-x-5 peer-checked:scale-100 peer-checked:bg-on-indigo peer-disabled:opacity-55",
          )}
        />
      </span>
    </div>
  )
}
