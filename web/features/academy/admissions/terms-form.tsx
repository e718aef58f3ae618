import { useMutation } from "@tanstack/react-query"
import type { FormEvent, ReactElement, ReactNode } from "react"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { useAdminAct } from "./admin-call.ts"
import { ReasonField, SaveOrCancel } from "./reason-field.tsx"

interface TermsFormProps {
  /** Gets each field by its name. */
  send: (field: (name: string) => string, reason: string) => Promise<{ message: string }>
  onDone: () => void
  /** Whether it may be saved without a reason. */
  isRoutine?: boolean
  /** @param error what is wrong with a field of this name */
  children: (error: (name: string) => string | undefined) => ReactNode
}

/** Fields of a cohort's own words or fees, with the reason that the log keeps; what is refused stands at its field. */
export function TermsForm({ send, onDone, isRoutine, children }: TermsFormProps): ReactElement {
  const act = useAdminAct()
  const save = useMutation({
    mutationFn: (form: FormData) =>
      act(() => send((name) => String(form.get(name) ?? "").trim(), String(form.get("reason") ?? "").trim())),
  })
  const fields = save.error instanceof ApiError ? save.error.fields : undefined
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // An answer closes the form that was sent, not one that was opened since.
    save.mutate(new FormData(event.currentTarget), { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-2">
      {children((name) => fields?.[name])}
      <ReasonField optional={isRoutine} error={fields?.reason} />
      <FormTrouble message={save.error ? messageOf(save.error, noAnswerMessage) : undefined} />
      <SaveOrCancel isBusy={save.isPending} onCancel={onDone} />
    </form>
  )
}
