import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { getOffer } from "#contract/product/credits.ts"
import { call } from "#web/lib/call.ts"
import { queryKeys } from "#web/lib/query-keys.ts"

/** Why the pay button cannot be pressed, when the server says so; the button points here with `aria-describedby`. */
export function PaymentsNote({ id }: { id: string }): ReactElement {
  const { data } = useQuery({
    queryKey: queryKeys.offer,
    queryFn: async ({ signal }) => (await call(getOffer, { signal })).data,
  })
  return (
    <p id={id} className="text-ink-soft">
      {data?.waysToPay.length === 0 && "Payments are not connected on this installation yet."}
    </p>
  )
}
