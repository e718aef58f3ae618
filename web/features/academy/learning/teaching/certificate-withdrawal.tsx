import { useMutation } from "@tanstack/react-query"
import type { FormEvent, ReactElement } from "react"
import { withdrawCertificate } from "#contract/academy/teaching.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { emptySentForm, type SentForm, takeForm } from "#web/ui/form/sent-form.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Withdraws a certificate that was issued in error; there is no way back. */
export function CertificateWithdrawal(): ReactElement {
  const withdraw = useMutation({
    mutationFn: async ({ sent }: SentForm) => {
      const code = String(sent.get("code")).trim().toUpperCase()
      if (code === "") throw new Error("Please give the code of the certificate.")
      return call(withdrawCertificate, { params: { code }, body: { because: String(sent.get("because")) } })
    },
    onSuccess: ({ message }, taken) => {
      notify.success(message)
      emptySentForm(taken)
    },
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    withdraw.mutate(takeForm(event.currentTarget))
  }
  return (
    <Card className="max-w-2xl">
      <form noValidate onSubmit={handleSubmit} className="grid">
        <h2 className="mb-1 text-xl">Withdraw a certificate</h2>
        <p className="mb-4 text-ink-soft">
          Its page then says that it is no longer valid, and its PDF is gone. This cannot be undone.
        </p>
        <TextField
          name="code"
          label="Code"
          placeholder="ABCD-EFGH-JKLM"
          autoComplete="off"
          autoCapitalize="characters"
        />
        <TextareaField name="because" label="Reason" hint="For our records; it is not shown on the page." rows={3} />
        <FormTrouble message={withdraw.error ? messageOf(withdraw.error, noAnswerMessage) : undefined} />
        <Button type="submit" variant="danger" busy={withdraw.isPending} className="mt-2 justify-self-start">
          Withdraw the certificate
        </Button>
      </form>
    </Card>
  )
}
