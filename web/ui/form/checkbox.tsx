import { Check, CircleAlert } from "lucide-react"
import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "className" | "size"> {
  label: ReactNode
  hint?: ReactNode | undefined
  error?: string | undefined
  className?: string | undefined
}

/** A yes that is sent with a form, such as a consent. */
export function Checkbox({ label, hint, error, className, id, ...input }: CheckboxProps): ReactElement {
  const ownId = useId()
  const inputId = id ?? ownId
  const noteId = `${inputId}-note`
  return (
    <div className={classNames("grid grid-cols-[auto_1fr] items-start gap-x-1", className)}>
      <span className="relative -ml-2.5 grid size-11 place-items-center">
        <input
          {...input}
          id={inputId}
          type="checkbox"
          aria-describedby={noteId}
          aria-invalid={error ? true : undefined}
          className="peer absolute inset-0 z-10 size-full cursor-[inherit] opacity-0"
        />
        <span
          aria-hidden="true"
          className={classNames(
            "size-6 rounded-[7px] border border-line-strong bg-raised transition-colors",
            "peer-checked:border-indigo peer-checked:bg-indigo peer-aria-invalid:border-clay peer-disabled:opacity-55",
            "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-indigo",
          )}
        />
        <Check
          aria-hidden="true"
          className="absolute size-4 scale-50 text-on-indigo opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
        />
      </span>
      <div className="pt-2.5">
        <label htmlFor={inputId} className="block">
          {label}
        </label>
        <div id={noteId} aria-live="polite" className="text-sm">
          {hint && <p className="text-ink-soft">{hint}</p>}
          {error && (
            <p className="flex gap-1.5 text-clay">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {error}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
