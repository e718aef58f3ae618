import { useQuery } from "@tanstack/react-query"
import { type ReactElement, type ReactNode, useState } from "react"
import type { PaymentOnItsWay } from "#contract/academy/admissions.ts"
import { isSameThing } from "#contract/catalogue/order-things.ts"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import { formatMoney } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"

/** The person's payments that are on their way, those for one thing alone where an item is named; [] until it is known. */
export function usePaymentsOnTheirWay(item?: string): readonly PaymentOnItsWay[] {
  const { data = [] } = useQuery({ ...journeyQuery, select: ({ paymentsOnTheirWay }) => paymentsOnTheirWay })
  return item === undefined ? data : data.filter((payment) => isSameThing(payment.item, item))
}

/** Tells of payments that are on their way, so that nobody pays once more; nothing without one. */
export function PaymentsOnTheirWay({ item }: { item?: string | undefined }): ReactElement | null {
  const payments = usePaymentsOnTheirWay(item)
  if (payments.length === 0) return null
  return (
    <ul aria-label="Payments on their way" className="grid gap-3">
      {payments.map((payment) => (
        <li
          key={payment.tx_ref}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-amber-wash p-4"
        >
          <div className="grid min-w-0 gap-1">
            <p className="font-medium">
              Your payment is on its way: {payment.title}, {formatMoney(payment.amount, payment.currency)}
            </p>
            <p>We keep checking and send you a mail when it arrives. There is nothing to pay now.</p>
          </div>
          <LinkButton variant="secondary" to={`/payment/${payment.tx_ref}`}>
            See the payment
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

interface UnlessOnItsWayProps {
  item: string
  /** What pays for it. @param isAgain whether the person pays once more though money is on its way */
  children: (isAgain: boolean) => ReactNode
}

/** What pays for a thing, or in its place the payment that is on its way for it, which the person may know never to come. */
export function UnlessOnItsWay({ item, children }: UnlessOnItsWayProps): ReactElement {
  const isOnItsWay = usePaymentsOnTheirWay(item).length > 0
  const [isAgain, setAgain] = useState(false)
  if (!isOnItsWay || isAgain) return <>{children(isOnItsWay)}</>
  return (
    <div className="grid justify-items-start gap-3">
      <PaymentsOnTheirWay item={item} />
      <Button variant="quiet" onClick={() => setAgain(true)}>
        I did not send it: pay in another way
      </Button>
    </div>
  )
}
