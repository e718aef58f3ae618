import type { ReactElement } from "react"
import { Link } from "react-router"
import {
  type AdminOrderSummary,
  listAdminOrders,
  listAdminOrdersCsv,
  OrderFilters,
} from "#contract/money/orders-admin.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { statusWords } from "#web/content/order-status.ts"
import { AdminList } from "#web/features/operations/console/admin-list.tsx"
import { usePagedList } from "#web/features/operations/console/use-paged-list.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatMoment, formatMoney } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"

const statuses = Object.entries(statusWords).map(([value, { short }]) => ({ value, label: short }))

const currencies = [
  { value: "NGN", label: "Naira" },
  { value: "USD", label: "Dollars" },
]

const kinds = [
  { value: "credits", label: "Credits" },
  { value: "studio", label: "Pro Studio" },
  { value: "application", label: "Application fee" },
  { value: "tuition", label: "Tuition" },
]

const flags = [{ value: "1", label: "Money has to go back" }]

/** /operator/orders: everybody's orders, newest first; the filters stand in the address. */
export function OrdersScreen(): ReactElement {
  const { values: filters, query, set } = useFilters(OrderFilters)
  const { list: orders, shown } = usePagedList(["listAdminOrders", filters], (cursor?: string) =>
    call(listAdminOrders, { query: { ...filters, cursor } }),
  )
  return (
    <div className="grid gap-6">
      <ListHead title="Orders" csvPath={listAdminOrdersCsv.path} query={query} />
      <DelayedSearch
        hint="The beginning of the buyer's name or address, an id, or a reference"
        value={filters.search ?? ""}
        onChange={(value) => set("search", value)}
      />
      <div className="grid grid-cols-2 gap-x-4 xl:grid-cols-4">
        {(
          [
            ["status", "State", statuses, "Every state"],
            ["kind", "Product", kinds, "Everything"],
            ["currency", "Currency", currencies, "Both"],
            ["flagged", "Flag", flags, "Any"],
          ] as const
        ).map(([name, label, choices, placeholder]) => (
          <SelectField
            key={name}
            label={label}
            optional="unsaid"
            choices={choices}
            placeholder={placeholder}
            value={filters[name] ?? ""}
            onChange={(event) => set(name, event.target.value)}
          />
        ))}
      </div>
      <AdminList
        list={orders}
        what="orders"
        isEmpty={shown.length === 0}
        empty={{
          title: "No order found",
          text: "Take a filter away, or search by the beginning of a name or address.",
        }}
      >
        <ul className="grid divide-y divide-line rounded-card border border-line">
          {shown.map((order) => (
            <OrderLine key={order.tx_ref} order={order} />
          ))}
        </ul>
      </AdminList>
    </div>
  )
}

function OrderLine({ order }: { order: AdminOrderSummary }): ReactElement {
  const { tx_ref, title, status, amount, currency, buyer, isFlagged, createdAt } = order
  const { short, tone } = statusWords[status]
  return (
    <li>
      <Link
        to={`/operator/orders/${tx_ref}`}
        className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-indigo-wash sm:grid-cols-[1fr_auto_7rem_9.5rem]"
      >
        <span className="col-span-2 min-w-0 sm:col-span-1">
          <span className="block font-medium wrap-anywhere">{title}</span>
          <span className="block text-sm text-ink-soft wrap-anywhere">
            {buyer === null ? "The buyer left" : [buyer.name, buyer.email].filter(Boolean).join(" · ")}
          </span>
        </span>
        <span className="col-span-2 flex flex-wrap gap-2 sm:col-span-1">
          {isFlagged && <Badge tone="clay">Money goes back</Badge>}
          <Badge tone={tone}>{short}</Badge>
        </span>
        <span className="tabular-nums sm:text-right">{formatMoney(amount, currency)}</span>
        <span className="text-right text-sm text-ink-soft tabular-nums">{formatMoment(createdAt)}</span>
      </Link>
    </li>
  )
}
