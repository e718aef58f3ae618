import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { listVisits, visitDays } from "#contract/studio/shelf-shop.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatDate, formatNumber } from "#web/lib/format/format.ts"
import { shelfPath, shopQuery } from "#web/lib/shelf/shelf.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { NumberProof } from "./number-proof.tsx"
import { ShopForm } from "./shop-form.tsx"
import { ShopOutlets } from "./shop-outlets.tsx"

/** /shelf/shop: what buyers see around the products, and how many came. */
export function Component(): ReactElement {
  const { data: shop, error } = useQuery({ ...shopQuery, refetchOnWindowFocus: false })
  return (
    <div className="grid gap-5">
      <header>
        <TextLink to={shelfPath}>Shelf</TextLink>
        <h1 className="mt-1 text-2xl sm:text-3xl">Your shop</h1>
        <p className="mt-1 text-ink-soft">
          One page with everything on your shelf. Buyers order in a WhatsApp chat with you.
        </p>
      </header>
      {shop !== undefined ? (
        <ShopForm shop={shop} />
      ) : error ? (
        <div role="alert" className="grid justify-items-start gap-4">
          <p>{messageOf(error, "Your shop could not be loaded.")}</p>
          <LinkButton to={shelfPath}>Back to the shelf</LinkButton>
        </div>
      ) : (
        <Progress label="Loading" />
      )}
      {shop && <NumberProof key={shop.whatsApp} shop={shop} />}
      {shop && <ShopOutlets shop={shop} />}
      {shop && <Visits />}
    </div>
  )
}

function Visits(): ReactElement | null {
  const { data } = useQuery({
    queryKey: [...queryKeys.products, "visits"],
    queryFn: async ({ signal }) => (await call(listVisits, { signal })).data,
  })
  if (!data) return null
  return (
    <section aria-label="Views" className="grid gap-3 border-t border-line pt-5">
      <h2 className="text-xl">Views</h2>
      {data.days.length === 0 ? (
        <p className="text-ink-soft">Nobody has looked at your shop yet.</p>
      ) : (
        <div className="grid gap-6 sm:grid-cols-2">
          <ViewTable
            caption="By day"
            rows={data.days.slice(0, 14).map(({ day, visits }) => ({ key: day, name: formatDate(day), visits }))}
          />
          <ViewTable
            caption="By product"
            rows={data.products.map(({ id, name, visits }) => ({ key: id, name, visits }))}
          />
        </div>
      )}
      <p className="text-sm text-ink-soft">
        Pages that were opened in the last {visitDays} days. Nothing about the visitors is kept.
      </p>
    </section>
  )
}

interface ViewTableProps {
  caption: string
  rows: readonly { key: string; name: string; visits: number }[]
}

function ViewTable({ caption, rows }: ViewTableProps): ReactElement {
  return (
    <table className="h-fit w-full">
      <caption className="mb-1 text-left font-medium">{caption}</caption>
      <tbody>
        {rows.map(({ key, name, visits }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" dir="auto" className="py-1.5 text-left font-normal wrap-anywhere">
              {name}
            </th>
            <td className="py-1.5 text-right tabular-nums">{formatNumber(visits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
