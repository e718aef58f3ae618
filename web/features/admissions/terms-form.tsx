import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, type ReactNode, useState } from "react"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { Button } from "#web/ui/button.tsx"
import { FormTrouble } from "#web/ui/form-trouble.tsx"
import { TextField } from "#web/ui/text-field.tsx"
import { useOfficeAct } from "./office-call.ts"

interface TermsFormProps {
  /** Gets each field by its name. */
  send: (field: (name: string) => string, reason: string) => Promise<{ message: string }>
  onDone: () => void
  /** @param error what is wrong with a field of this name */
  children: (error: (name: string) => string | undefined) => ReactNode
}

/** Fields of a cohort's own words or fees, with the reason that the log keeps; what is refused stands at its field. */
export function TermsForm({ send, onDone, children }: TermsFormProps): ReactElement {
  const act = useOfficeAct()
  const [reason, setReason] = useState("")
  const save = useMutation({
    mutationFn: (form: FormData) =>
      act(() => send((name) => String(form.get(name) ?? "").trim(), String(form.get("reason") ?? "").trim())),
    onSuccess: onDone,
  })
  const fields = save.error instanceof ApiError ? save.error.fields : undefined
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    save.mutate(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-2">
      {children((name) => fields?.[name])}
      <TextField
        name="reason"
        label="Reason"
        hint="Kept in the log."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={fields?.reason}
        autoComplete="off"
      />
      <FormTrouble message={save.error ? messageOf(save.error, noAnswerMessage) : undefined} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
