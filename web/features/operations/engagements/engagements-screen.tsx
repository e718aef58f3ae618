import { useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { EngagementStatus } from "#contract/catalogue/engagement-steps.ts"
import {
  type AdminEngagement,
  EngagementFilters,
  listAdminEngagements,
  listAdminEngagementsCsv,
} from "#contract/operations/engagements-admin.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { AdminList } from "#web/features/operations/console/admin-list.tsx"
import { StateChips } from "#web/features/operations/console/state-chips.tsx"
import { usePagedList } from "#web/features/operations/console/use-paged-list.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatDate, formatMoney } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { EngagementDialog } from "./engagement-dialog.tsx"
import { engagementStates, serviceWords } from "./engagement-labels.ts"

const currencies = [
  { value: "NGN", label: "Naira" },
  { value: "USD", label: "Dollars" },
]

/** /operator/contracts: done-for-you engagements from the first word to the end; the filters stand in the address. */
export function EngagementsScreen(): ReactElement {
  const { values, query, set } = useFilters(EngagementFilters)
  const [editing, setEditing] = useState<AdminEngagement | "new">()
  const queries = useQueryClient()
  const {
    list: contracts,
    shown,
    first,
  } = usePagedList(["listAdminEngagements", values], (cursor?: string) =>
    call(listAdminEngagements, { query: { ...values, cursor } }),
  )
  return (
    <div className="grid gap-6">
      <ListHead title="Contracts" csvPath={listAdminEngagementsCsv.path} query={query}>
        <Button onClick={() => setEditing("new")}>New contract</Button>
      </ListHead>
      <StateChips
        states={EngagementStatus.options}
        labels={engagementStates}
        counts={first?.counts}
        value={values.status}
        onChange={(state) => set("status", state)}
      />
      <div className="grid items-end gap-x-4 sm:grid-cols-[minmax(0,36rem)_12rem]">
        <DelayedSearch
          hint="The beginning of the client's name or address, or of the title"
          value={values.search ?? ""}
          onChange={(value) => set("search", value)}
        />
        <SelectField
          label="Currency"
          optional="unsaid"
          choices={currencies}
          placeholder="Both"
          value={values.currency ?? ""}
          onChange={(event) => set("currency", event.target.value)}
        />
      </div>
      <AdminList
        list={contracts}
        what="contracts"
        isEmpty={shown.length === 0}
        empty={{
          title: "No contract found",
          text: "Contracts are made from messages, or written down here. Take a filter away to see more.",
        }}
      >
        <ul aria-label="Contracts" className="grid divide-y divide-line rounded-card border border-line">
          {shown.map((contract) => (
            <ContractLine key={contract.id} contract={contract} onOpen={() => setEditing(contract)} />
          ))}
        </ul>
      </AdminList>
      {editing && (
        <EngagementDialog
          contract={editing === "new" ? undefined : editing}
          onDone={() => {
            void queries.invalidateQueries({ queryKey: ["getToday"] })
            return queries.invalidateQueries({ queryKey: ["listAdminEngagements"] })
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

function ContractLine({ contract, onOpen }: { contract: AdminEngagement; onOpen: () => void }): ReactElement {
  const { client, title, service, status, amount, currency, notes, messageNumber, updatedAt } = contract
  const { label, tone } = engagementStates[status]
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 px-4 py-3 text-left hover:bg-indigo-wash sm:grid-cols-[1fr_6.5rem_9rem_9.5rem]"
      >
        <span className="col-span-2 min-w-0 sm:col-span-1">
          <span className="block font-medium wrap-anywhere">{title}</span>
          <span className="block text-sm text-ink-soft wrap-anywhere">
            {client} · {serviceWords[service]}
            {messageNumber !== null && ` · message ${messageNumber}`}
          </span>
          {notes !== "" && <span className="line-clamp-2 text-sm text-ink-soft wrap-anywhere">{notes}</span>}
        </span>
        <span className="col-span-2 sm:col-span-1">
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="tabular-nums sm:text-right">
          {amount === 0 ? <span className="text-ink-soft">No value yet</span> : formatMoney(amount, currency)}
        </span>
        <span className="text-right text-sm text-ink-soft tabular-nums">{formatDate(updatedAt)}</span>
      </button>
    </li>
  )
}
