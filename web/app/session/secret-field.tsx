import type { ReactElement } from "react"
import { CodeField } from "#web/ui/form/code-field.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"

interface SecretFieldProps {
  /** Asks for the code of the second factor in place of the password. */
  isCode: boolean
  /** Where only one of the two kinds of code counts. */
  takes?: "app" | "recovery" | undefined
  error: string | undefined
}

/** By which a person shows in a dialog that it is them: sent as `code` or `password`. */
export function SecretField({ isCode, takes, error }: SecretFieldProps): ReactElement {
  if (isCode) return <CodeField key={takes} takes={takes} autoFocus error={error} />
  return <PasswordField autoFocus name="password" label="Your password" autoComplete="current-password" error={error} />
}
