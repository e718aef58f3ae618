import { Eye, EyeOff } from "lucide-react"
import { type ComponentProps, type ReactElement, useState } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "./text-field.tsx"

interface PasswordFieldProps extends Omit<ComponentProps<typeof TextField>, "type" | "end"> {
  /** "new-password" where one is chosen, "current-password" where one is asked for. */
  autoComplete: "new-password" | "current-password"
  /** Starts with the letters shown; the person can hide them. */
  startVisible?: boolean | undefined
}

/** A password with a button that shows or hides it. */
export function PasswordField({ startVisible = false, ...field }: PasswordFieldProps): ReactElement {
  const [isVisible, setIsVisible] = useState(startVisible)
  const Icon = isVisible ? EyeOff : Eye
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      type={isVisible ? "text" : "password"}
      end={
        <Button
          variant="quiet"
          size="icon"
          aria-label={isVisible ? "Hide password" : "Show password"}
          title={isVisible ? "Hide" : "Show"}
          // The person stays in the field: nothing there was left.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Icon aria-hidden="true" />
        </Button>
      }
    />
  )
}
