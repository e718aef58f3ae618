import { CircleAlert } from "lucide-react"
import { type ReactElement, type ReactNode, useId } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

/** What every labelled control takes. */
export interface FieldProps {
  label: ReactNode
  /** Shown between label and control, and read out with the control. */
  hint?: ReactNode | undefined
  /** What is wrong, in words; the control is marked invalid while it is set. */
  error?: string | undefined
  /**
   * Adds "(optional)" to the label: fields are required unless they say so. "unsaid" is for what narrows a list down, where
   * nobody expects to fill anything in.
   */
  optional?: boolean | "unsaid" | undefined
  /** Keeps the label for screen readers only, where the surroundings already name the control. */
  hideLabel?: boolean | undefined
  className?: string | undefined
}

/** What a field hands to its control: put all of it on the element a person edits. */
export interface FieldControl {
  id: string
  "aria-describedby": string
  "aria-invalid": true | undefined
}

interface Props extends FieldProps {
  /** Said under the control while nothing is wrong, such as how good it is what was typed. */
  note?: string | undefined
  /** Something small at the right end of the line under the control, such as a counter. */
  aside?: ReactNode | undefined
  id?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** Ties label, hint and error to one control. The line of the error is always there, so nothing jumps when it appears. */
export function Field(props: Props): ReactElement {
  const { label, hint, error, optional, hideLabel, className, note, aside, children } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const control: FieldControl = {
    id,
    "aria-describedby": hint ? `${hintId} ${errorId}` : errorId,
    "aria-invalid": error ? true : undefined,
  }
  return (
    <div className={classNames("grid content-start", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-2 font-medium"}>
        {label}
        {optional === true && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId} className="-mt-1 mb-2 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {children(control)}
      <div className="flex min-h-8 items-start justify-between gap-4 py-1 text-sm">
        <p
          id={errorId}
          aria-live="polite"
          className={classNames("flex gap-1.5", error ? "text-clay" : "text-ink-soft")}
        >
          {error && <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
          {error ?? note}
        </p>
        {aside}
      </div>
    </div>
  )
}

/** The box of everything that is typed into or picked from. */
export const controlLook = [
  "w-full rounded-control border border-line-strong bg-raised px-4 text-base text-ink",
  "transition-colors hover:border-ink-soft focus-visible:border-indigo",
  "aria-invalid:border-clay aria-invalid:outline-clay disabled:bg-surface disabled:text-ink-soft",
].join(" ")
