import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useState } from "react"
import type { OfficeOrder } from "#contract/product/order-office.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { Button } from "#web/ui/button.tsx"
import { FormTrouble } from "#web/ui/form-trouble.tsx"
import { TextField } from "#web/ui/text-field.tsx"
import { notify } from "#web/ui/toast.tsx"

interface OrderActionProps {
  title: string
  hint: string
  button: string
  /** Asks also for what shows that the money came. */
  hasProof?: boolean
  isDanger?: boolean
  /** "h3" below another heading of the page. */
  heading?: "h2" | "h3"
  send: (form: { proof: string; reason: string }) => Promise<{ message: string; data: OfficeOrder }>
}

/** One thing an operator does with an order, with the reason that the log keeps. */
export function OrderAction(props: OrderActionProps): ReactElement {
  const { title, hint, button, hasProof = false, isDanger = false, heading: Heading = "h2", send } = props
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  const action = useMutation({
    mutationFn: (form: FormData) =>
      send({ proof: String(form.get("proof") ?? ""), reason: String(form.get("reason") ?? "") }),
    onSuccess: ({ message, data }) => {
      notify.success(message)
      setSent((count) => count + 1)
      queries.setQueryData(["getOfficeOrder", data.tx_ref], data)
      void queries.invalidateQueries({ queryKey: ["listMoneyAttention"] })
      return queries.invalidateQueries({ queryKey: ["listOfficeOrders"] })
    },
    // Somebody else may have done it: the order shows what is true now.
    onError: (error) => {
      notify.error(messageOf(error, noAnswerMessage))
      return queries.invalidateQueries({ queryKey: ["getOfficeOrder"] })
    },
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    action.mutate(new FormData(event.currentTarget))
  }
  return (
    <form key={sent} noValidate onSubmit={handleSubmit} className="grid">
      <Heading className="text-xl">{title}</Heading>
      <p className="text-ink-soft">{hint}</p>
      <div className="mt-3 grid">
        {hasProof && <TextField name="proof" label="Proof" hint="The bank's reference or the number of a slip" />}
        <TextField name="reason" label="Reason" />
      </div>
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
