import { useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import type { OfficeOrder } from "#contract/product/order-office.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { TextField } from "#web/ui/text-field.tsx"
import { notify } from "#web/ui/toast.tsx"
import { ReasonForm } from "./reason-form.tsx"

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
export function OrderAction({ hasProof = false, send, ...form }: OrderActionProps): ReactElement {
  const queries = useQueryClient()
  return (
    <ReasonForm
      {...form}
      send={async (data) => {
        const done = await send({ proof: String(data.get("proof") ?? ""), reason: String(data.get("reason") ?? "") })
        queries.setQueryData(["getOfficeOrder", done.data.tx_ref], done.data)
        return done
      }}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: ["listMoneyAttention"] })
        return queries.invalidateQueries({ queryKey: ["listOfficeOrders"] })
      }}
      // Somebody else may have done it: the order shows what is true now.
      onRefused={(error) => {
        notify.error(messageOf(error, noAnswerMessage))
        return queries.invalidateQueries({ queryKey: ["getOfficeOrder"] })
      }}
    >
      {hasProof && (
        <TextField
          name="proof"
          label="Proof"
          hint="The bank's reference or the number of a slip"
          className="sm:col-span-2"
        />
      )}
      <TextField name="reason" label="Reason" className="sm:col-span-2" />
    </ReasonForm>
  )
}
