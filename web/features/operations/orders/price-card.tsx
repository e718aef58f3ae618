import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { driftLimit, priceList } from "#contract/catalogue/price-list.ts"
import { getPriceFlag, setStudioPromo } from "#contract/money/codes-admin.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatMoney, formatNumber } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Card } from "#web/ui/layout/card.tsx"

/** The two price lists beside each other, with a warning where they drift apart, and Pro Studio's promotion. */
export function PriceCard({ mayChange }: { mayChange: boolean }): ReactElement {
  const [isAsked, setIsAsked] = useState(false)
  const queries = useQueryClient()
  const now = useQuery({ queryKey: ["getPriceFlag"], queryFn: async () => (await call(getPriceFlag)).data })
  const isOn = now.data?.isStudioPromo
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Prices</h2>
        {isOn !== undefined && (
          <span className="flex flex-wrap items-center gap-3">
            <Badge tone={isOn ? "ochre" : "neutral"}>Pro Studio promotion {isOn ? "on" : "off"}</Badge>
            {mayChange && (
              <Button variant="secondary" onClick={() => setIsAsked(true)}>
                Turn the promotion {isOn ? "off" : "on"}
              </Button>
            )}
          </span>
        )}
      </div>
      <table className="w-full text-left tabular-nums">
        <thead>
          <tr className="border-b border-line-strong text-sm text-ink-soft">
            <th className="py-2 font-medium">Plan</th>
            <th className="py-2 pl-2 text-right sm:pl-4 font-medium">Naira</th>
            <th className="py-2 pl-2 text-right sm:pl-4 font-medium">Dollars</th>
            <th className="hidden py-2 pl-2 text-right sm:pl-4 font-medium sm:table-cell">Naira of a dollar</th>
          </tr>
        </thead>
        <tbody>
          {priceList().map(({ name, naira, dollars, rate, drift }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-2 font-normal">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {name}
                  {Math.abs(drift) > driftLimit && (
                    <Badge tone="amber" className="whitespace-normal">
                      {Math.round(Math.abs(drift) * 100)} % {drift < 0 ? "cheaper" : "dearer"} in naira
                    </Badge>
                  )}
                </span>
              </th>
              <td className="py-2 pl-2 text-right sm:pl-4">{formatMoney(naira, "NGN")}</td>
              <td className="py-2 pl-2 text-right sm:pl-4">{formatMoney(dollars, "USD")}</td>
              <td className="hidden py-2 pl-2 text-right sm:pl-4 text-ink-soft sm:table-cell">
                {formatNumber(Math.round(rate))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isAsked && isOn !== undefined && (
        <ReasonDialog
          title={`Turn the promotion ${isOn ? "off" : "on"}?`}
          description={
            isOn
              ? "Pro Studio has its usual price at once. Orders that were made keep theirs."
              : "Pro Studio has its promotion price at once, everywhere. Orders that were made keep theirs."
          }
          button={`Turn ${isOn ? "off" : "on"}`}
          send={(reason) => call(setStudioPromo, { body: { isStudioPromo: !isOn, reason } })}
          onDone={() => queries.invalidateQueries({ queryKey: ["getPriceFlag"] })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </Card>
  )
}
