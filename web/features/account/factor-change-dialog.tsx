import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useId } from "react"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { Button } from "#web/ui/button.tsx"
import { CodeField } from "#web/ui/code-field.tsx"
import { Dialog } from "#web/ui/dialog.tsx"
import { PasswordField } from "#web/ui/password-field.tsx"

export interface BothProofs {
  otp: string
  password?: string
}

interface FactorChangeDialogProps {
  title: string
  description: string
  button: string
  isDanger?: boolean | undefined
  hasPassword: boolean
  send: (proofs: BothProofs) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password and a code, which every change of the second step takes. */
export function FactorChangeDialog(props: FactorChangeDialogProps): ReactElement {
  const { title, description, button, isDanger = false, hasPassword, send, onClose } = props
  const form = useId()
  const change = useMutation({ mutationFn: send })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const otp = String(data.get("code") ?? "").trim() || "-"
    change.mutate(hasPassword ? { otp, password: String(data.get("password") ?? "") } : { otp })
  }
  const refusal = change.error ? messageOf(change.error, noAnswerMessage) : undefined
  const isAboutPassword = change.error instanceof ApiError && change.error.type === "user_invalid_credentials"
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={isDanger ? "danger" : "primary"} busy={change.isPending}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={handleSubmit} className="grid gap-2">
        {hasPassword && (
          <PasswordField
            name="password"
            label="Your password"
            autoComplete="current-password"
            error={isAboutPassword ? refusal : undefined}
          />
        )}
        <CodeField error={isAboutPassword ? undefined : refusal} />
      </form>
    </Dialog>
  )
}
