import type { ChangeEvent, ComponentProps, ReactElement } from "react"
import { useState } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"
import { controlLook, Field, type FieldProps } from "./field.tsx"

interface TextareaFieldProps extends FieldProps, Omit<ComponentProps<"textarea">, "className" | "children"> {}

const figure = new Intl.NumberFormat("en")

/** Several lines of text; grows with what is typed. With `maxLength` it counts the letters left over. */
export function TextareaField(props: TextareaFieldProps): ReactElement {
  const { label, hint, error, optional, hideLabel, className, id, onChange, maxLength, ...textarea } = props
  const [typed, setTyped] = useState(String(textarea.defaultValue ?? ""))
  const length = textarea.value === undefined ? typed.length : String(textarea.value).length
  const handleChange = (event: ChangeEvent<HTMLTextAreaElement>): void => {
    setTyped(event.target.value)
    onChange?.(event)
  }
  const counter = maxLength !== undefined && (
    <p className="ml-auto shrink-0 text-ink-soft tabular-nums">
      <span className="sr-only">Letters used: </span>
      {figure.format(length)}/{figure.format(maxLength)}
    </p>
  )
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className, id }} aside={counter || undefined}>
      {(control) => (
        <textarea
          rows={4}
          aria-required={!optional}
          {...textarea}
          {...control}
          maxLength={maxLength}
          onChange={handleChange}
          className={classNames(controlLook, "field-sizing-content min-h-30 resize-y py-3")}
        />
      )}
    </Field>
  )
}
