import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useId } from "react"
import { useNavigate } from "react-router"
import { provePassword } from "#contract/identity/second-factor-proof.ts"
import { PasskeyProof } from "#web/content/passkeys/passkey-proof.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { usePasskeyState } from "#web/lib/session/passkeys.ts"
import { giveCode } from "#web/lib/session/proof.ts"
import { useSession } from "#web/lib/session/session.ts"
import { signOut } from "#web/lib/session/sign-out.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { SecretField } from "./secret-field.tsx"

/** The question in a dialog. @param onEnd is told whether the person proved who they are */
export function ProofForm({ onEnd }: { onEnd: (isProved: boolean) => void }): ReactElement {
  const form = useId()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { hasSecondFactor, hasPassword } = useSession()
  const { canGive, hasApp } = usePasskeyState()
  const prove = useMutation({
    mutationFn: (data: FormData): Promise<unknown> => {
      const text = (name: string): string => String(data.get(name) ?? "")
      return hasSecondFactor ? giveCode(text("code")) : call(provePassword, { body: { password: text("password") } })
    },
  })
  const leave = useMutation({
    mutationFn: () => signOut(queries),
    onSuccess: () => {
      onEnd(false)
      return navigate("/sign-in")
    },
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // An answer that comes after this question was put away ends no other one.
    prove.mutate(new FormData(event.currentTarget), { onSuccess: () => onEnd(true) })
  }
  const error = prove.error ? messageOf(prove.error, noAnswerMessage) : undefined
  const canProve = hasSecondFactor || hasPassword
  return (
    <Dialog
      open
      beginsInField
      onOpenChange={(open) => {
        if (!open) onEnd(false)
      }}
      title="Is it you?"
      description={
        canProve || canGive
          ? "Show us that it is you before this is done. Nothing has changed yet."
          : "Sign out and in again, then do this within ten minutes. Nothing has changed yet."
      }
      actions={
        <>
          <Button variant="secondary" onClick={() => onEnd(false)}>
            Cancel
          </Button>
          {canProve ? (
            <Button type="submit" form={form} busy={prove.isPending}>
              Go on
            </Button>
          ) : canGive ? null : (
            <Button busy={leave.isPending} onClick={() => leave.mutate()}>
              Sign out
            </Button>
          )}
        </>
      }
    >
      {canProve && (
        <form id={form} noValidate onSubmit={handleSubmit}>
          <SecretField isCode={hasSecondFactor} takes={hasApp ? undefined : "recovery"} error={error} />
        </form>
      )}
      {canGive && <PasskeyProof onDone={() => onEnd(true)} />}
    </Dialog>
  )
}
