import { useMutation } from "@tanstack/react-query"
import type { FormEvent, ReactElement, ReactNode } from "react"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { emptySentForm, type SentForm, takeForm } from "#web/ui/form/sent-form.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

interface ReasonFormProps {
  title: string
  hint?: string | undefined
  button: string
  isDanger?: boolean | undefined
  /** "h3" below another heading of the page. */
  heading?: "h2" | "h3" | undefined
  send: (form: FormData) => Promise<{ message: string }>
  /** After it was done. */
  onDone: () => Promise<unknown>
  onRefused?: (error: Error) => Promise<unknown>
  /** The fields. */
  children: ReactNode
}

/** One thing an operator does, with a reason among its fields; emptied when it was done. */
export function ReasonForm(props: ReasonFormProps): ReactElement {
  const { title, hint, button, isDanger = false, heading: Heading = "h2", send, onDone, onRefused, children } = props
  const action = useMutation({
    mutationFn: ({ sent }: SentForm) => send(sent),
    onSuccess: ({ message }, taken) => {
      notify.success(message)
      emptySentForm(taken)
      return onDone()
    },
    onError: (error) => onRefused?.(error),
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    action.mutate(takeForm(event.currentTarget))
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="grid">
      <Heading className="text-xl">{title}</Heading>
      {hint && <p className="text-ink-soft">{hint}</p>}
      <div className="mt-3 grid gap-x-4 sm:grid-cols-[auto_1fr]">{children}</div>
      <FormTrouble message={action.error ? messageOf(action.error, noAnswerMessage) : undefined} />
      <Button
        type="submit"
        variant={isDanger ? "danger" : "secondary"}
        busy={action.isPending}
        className="mt-2 justify-self-start"
      >
        {button}
      </Button>
    </form>
  )
}
