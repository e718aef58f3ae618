import { useMutation } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { CodeField } from "#web/ui/form/code-field.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"

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
  /** @returns what follows where the dialog is still open by then */
  send: (proofs: BothProofs) => Promise<() => void>
  onClose: () => void
}

/** Asks for the password and a code, which every change of the second step takes. */
export function FactorChangeDialog({ hasPassword, send, ...dialog }: FactorChangeDialogProps): ReactElement {
  const change = useMutation({ mutationFn: send })
  const handleSend = (data: FormData): void => {
    const otp = String(data.get("code") ?? "").trim() || "-"
    const proofs = hasPassword ? { otp, password: String(data.get("password") ?? "") } : { otp }
    change.mutate(proofs, { onSuccess: (follow) => follow() })
  }
  const refusal = change.error ? messageOf(change.error, noAnswerMessage) : undefined
  const isAboutPassword = change.error instanceof ApiError && change.error.type === "user_invalid_credentials"
  return (
    <FormDialog {...dialog} isBusy={change.isPending} onSend={handleSend}>
      {hasPassword && (
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          error={isAboutPassword ? refusal : undefined}
        />
      )}
      <CodeField error={isAboutPassword ? undefined : refusal} />
    </FormDialog>
  )
}
