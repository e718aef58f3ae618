import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import {
  type AdminCode,
  CodeFilters,
  endCodes,
  listAdminCodes,
  listAdminCodesCsv,
} from "#contract/money/codes-admin.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { AdminList } from "#web/features/operations/console/admin-list.tsx"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { useMarked } from "#web/features/operations/console/use-marked.ts"
import { usePagedList } from "#web/features/operations/console/use-paged-list.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatDate, formatMoney, formatNumber } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { ownRoleQuery } from "#web/lib/session/own-role.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { CodeDialog } from "./code-dialog.tsx"
import { PriceCard } from "./price-card.tsx"

const kinds = [
  { value: "promotion", label: "Promotions" },
  { value: "voucher", label: "Vouchers" },
]

const tones = { open: "leaf", planned: "amber", used: "neutral", expired: "neutral", ended: "clay" } as const
const stateWords = { open: "Open", planned: "Planned", used: "Used up", expired: "Expired", ended: "Ended" } as const

/** /operator/codes: promotion codes, vouchers, and the prices they lower. */
export function CodesScreen(): ReactElement {
  const { values, query, set } = useFilters(CodeFilters)
  const mine = useQuery(ownRoleQuery).data?.role ?? null
  const { has, mark, markOnly } = useMarked()
  const [asked, setAsked] = useState<"promotion" | "vouchers" | "end">()
  const queries = useQueryClient()
  const { list: codes, shown } = usePagedList(["listAdminCodes", values], (cursor?: string) =>
    call(listAdminCodes, { query: { ...values, cursor } }),
  )
  const marked = shown.filter(({ id, state }) => has(id) && isEndable(state))
  const mayChange = mayOperate(mine, "codes.change")
  const renew = async (): Promise<void> => {
    markOnly([])
    await queries.invalidateQueries({ queryKey: ["listAdminCodes"] })
  }
  return (
    <div className="grid gap-6">
      <ListHead title="Codes and prices" csvPath={listAdminCodesCsv.path} query={query}>
        {mayChange && (
          <>
            <Button onClick={() => setAsked("promotion")}>New promotion</Button>
            <Button onClick={() => setAsked("vouchers")}>New vouchers</Button>
          </>
        )}
      </ListHead>
      <PriceCard mayChange={mayChange} />
      <div className="grid items-end gap-x-4 sm:grid-cols-[minmax(0,30rem)_12rem_auto]">
        <DelayedSearch
          hint="The beginning of a code, or the whole name of a batch"
          value={values.search ?? ""}
          onChange={(value) => set("search", value)}
        />
        <SelectField
          label="Kind"
          optional="unsaid"
          choices={kinds}
          placeholder="Both"
          value={values.kind ?? ""}
          onChange={(event) => set("kind", event.target.value)}
        />
        <Checkbox
          label="Only open ones"
          checked={values.open === "1"}
          onChange={(event) => set("open", event.target.checked ? "1" : "")}
          className="mb-4"
        />
      </div>
      <AdminList
        list={codes}
        what="codes"
        isEmpty={shown.length === 0}
        empty={{ title: "No code found", text: "Make one, or take a filter away to see more." }}
      >
        <ul aria-label="Codes" className="grid divide-y divide-line rounded-card border border-line">
          {shown.map((code) => (
            <li
              key={code.id}
              className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[auto_1fr_7rem_9rem_11rem]"
            >
              {mayChange && isEndable(code.state) ? (
                <Checkbox
                  label={<span className="sr-only">Mark {code.code}</span>}
                  checked={has(code.id)}
                  onChange={(event) => mark(code.id, event.target.checked)}
                />
              ) : (
                <span className="w-6" />
              )}
              <span className="min-w-0">
                <code className="block font-medium wrap-anywhere">{code.code}</code>
                {code.batch !== "" && <span className="text-sm text-ink-soft">{code.batch}</span>}
              </span>
              <Badge tone={tones[code.state]}>{stateWords[code.state]}</Badge>
              <span className="col-start-2 tabular-nums sm:col-start-auto">{worthOf(code)}</span>
              <span className="col-span-2 col-start-2 text-sm text-ink-soft tabular-nums sm:col-span-1 sm:col-start-auto">
                {usesOf(code)}
                {code.expiresAt !== "" && `, until ${formatDate(code.expiresAt)}`}
              </span>
            </li>
          ))}
        </ul>
      </AdminList>
      {marked.length > 0 && (
        <div className="sticky bottom-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line-strong bg-surface p-4">
          <p role="status">{countOf(marked)} marked</p>
          <Button variant="danger" onClick={() => setAsked("end")}>
            End {countOf(marked)}
          </Button>
        </div>
      )}
      {(asked === "promotion" || asked === "vouchers") && (
        <CodeDialog kind={asked} onDone={renew} onClose={() => setAsked(undefined)} />
      )}
      {asked === "end" && (
        <ReasonDialog
          title={`End ${countOf(marked)}?`}
          description="Nobody can use them any more, for good. Orders that were made with one keep their price until they expire."
          button={`End ${countOf(marked)}`}
          isDanger
          send={(reason) => call(endCodes, { body: { ids: marked.map(({ id }) => id), reason } })}
          onDone={renew}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

const isEndable = (state: AdminCode["state"]): boolean => state === "open" || state === "planned"

const countOf = ({ length }: readonly AdminCode[]): string => (length === 1 ? "1 code" : `${length} codes`)

function worthOf({ credits, percent, amount, currency }: AdminCode): string {
  if (credits !== null) return `${formatNumber(credits)} credits`
  return amount !== null && currency ? `${formatMoney(amount, currency)} off` : `${percent} % off`
}

function usesOf({ kind, uses, maxUses }: AdminCode): string {
  if (kind === "voucher") return uses > 0 ? "Used" : "Not used"
  return maxUses === null
    ? `${formatNumber(uses)} used it`
    : `${formatNumber(uses)} of ${formatNumber(maxUses)} used it`
}
