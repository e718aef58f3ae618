import type { ComponentProps, ReactElement, ReactNode } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"
import { controlLook, Field, type FieldProps } from "./field.tsx"

interface TextFieldProps extends FieldProps, Omit<ComponentProps<"input">, "className" | "children"> {
  /** Said under the box while nothing is wrong. */
  note?: string | undefined
  /** Something inside the right end of the box, such as a button; it gets 48 px. */
  end?: ReactNode | undefined
}

/** One line of text with its label. Other props go to the input, so a form library can register it. */
export function TextField(props: TextFieldProps): ReactElement {
  const { label, hint, error, optional, hideLabel, className, note, end, id, ...input } = props
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className, note, id }}>
      {(control) => (
        <div className="relative">
          <input
            type="text"
            aria-required={!optional}
            {...input}
            {...control}
            className={classNames(controlLook, "h-12", end && "pr-13")}
          />
          {end && <div className="absolute inset-y-0 right-0.5 grid place-items-center">{end}</div>}
        </div>
      )}
    </Field>
  )
}
