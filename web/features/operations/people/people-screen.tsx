import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { listPeople, listPeopleCsv, PeopleFilters } from "#contract/operations/people.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { AdminList } from "#web/features/operations/console/admin-list.tsx"
import { usePagedList } from "#web/features/operations/console/use-paged-list.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { ownRoleQuery } from "#web/lib/session/own-role.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Chip } from "#web/ui/feedback/chip.tsx"

/** /operator/people: people by the beginning of name, address, phone number or id. */
export function PeopleScreen(): ReactElement {
  const { values, query, set } = useFilters(PeopleFilters)
  const role = useQuery(ownRoleQuery).data?.role ?? null
  const asked = values.search ?? ""
  const isForAgreement = values.asked === "1"
  const { list: people, shown } = usePagedList(["listPeople", query], (cursor?: string) =>
    call(listPeople, { query: { ...values, search: asked, cursor } }),
  )
  return (
    <div className="grid gap-6">
      <ListHead title="People" csvPath={listPeopleCsv.path} query={query} />
      <DelayedSearch
        hint="The beginning of a name, an address, a phone number, or an id"
        value={asked}
        onChange={(value) => set("search", value)}
      />
      {mayOperate(role, "people.money") && (
        <Chip
          isPressed={isForAgreement}
          onPress={() => set("asked", isForAgreement ? "" : "1")}
          className="justify-self-start"
        >
          Credits asked of a second operator
        </Chip>
      )}
      <AdminList
        list={people}
        what="people"
        isEmpty={shown.length === 0}
        empty={
          isForAgreement
            ? { title: "Nobody here", text: "No request for credits of the last day waits for a second operator." }
            : { title: "Nobody found", text: "Names are searched from their first letter." }
        }
      >
        <ul className="grid divide-y divide-line rounded-card border border-line">
          {shown.map(({ id, name, email, phone, stage, isBlocked, createdAt }) => (
            <li key={id}>
              <Link
                to={`/operator/people/${id}`}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-indigo-wash"
              >
                <span className="min-w-0 grow">
                  <span className="block font-medium wrap-anywhere">{name || "No name"}</span>
                  <span className="block text-sm text-ink-soft wrap-anywhere">
                    {[email, phone].filter(Boolean).join(" · ")}
                  </span>
                </span>
                {isBlocked && <Badge tone="clay">Blocked</Badge>}
                {stage !== "" && <Badge>{stage}</Badge>}
                <span className="text-sm text-ink-soft">since {formatDate(createdAt)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </AdminList>
    </div>
  )
}
