import { ChevronDown } from "lucide-react"
import type { ComponentProps, ReactElement } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"
import { controlLook, Field, type FieldProps } from "./field.tsx"

/** One thing that can be chosen from a list. */
export interface Choice<Value extends string = string> {
  value: Value
  label: string
  disabled?: boolean | undefined
}

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<"select">, "className" | "children"> {
  choices: readonly Choice[]
  /** The first line while nothing is chosen. */
  placeholder?: string | undefined
}

/**
 * One of a short list. The browser's own select: best on phones, and it writes no style element, which the content
 * policy would refuse. For long lists use Combobox.
 */
export function SelectField(props: SelectFieldProps): ReactElement {
  const { label, hint, error, optional, hideLabel, className, id, choices, placeholder, ...select } = props
  const hasOwnStart = select.value === undefined && select.defaultValue === undefined && placeholder !== undefined
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className, id }}>
      {(control) => (
        <div className="relative">
          <select
            aria-required={!optional}
            {...(hasOwnStart && { defaultValue: "" })}
            {...select}
            {...control}
            className={classNames(controlLook, "select-list h-12 pr-12")}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.disabled}>
                {choice.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink-soft"
          />
        </div>
      )}
    </Field>
  )
}
