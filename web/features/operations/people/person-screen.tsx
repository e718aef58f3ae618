import { useQuery } from "@tanstack/react-query"
import type { ReactElement, ReactNode } from "react"
import { useParams } from "react-router"
import { actionWords } from "#contract/identity/operator-actions.ts"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { listAdminOrdersCsv } from "#contract/money/orders-admin.ts"
import {
  getPerson,
  listOperatorLogCsv,
  listPersonCreditsCsv,
  listPersonRunsCsv,
  type PersonRecord,
} from "#contract/operations/people.ts"
import { CsvLink } from "#web/content/lists/csv-link.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { statusWords } from "#web/content/order-status.ts"
import { runStates } from "#web/features/operations/console/run-states.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatCredits, formatDate, formatMoment, formatMoney, formatNumber } from "#web/lib/format/format.ts"
import { useOwnRole } from "#web/lib/session/own-role.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { PersonActions } from "./person-actions.tsx"
import { PersonRequests } from "./person-requests.tsx"

/** /operator/people/:personId: one person's record, and what an operator can do for them. */
export function PersonScreen(): ReactElement {
  const { personId = "" } = useParams()
  const person = useQuery({
    queryKey: ["getPerson", personId],
    queryFn: async () => (await call(getPerson, { params: { personId } })).data,
  })
  return (
    <div className="grid gap-6">
      <p>
        <TextLink to="/operator/people">People</TextLink>
      </p>
      {person.isPending ? (
        <Skeleton className="h-64" />
      ) : person.error ? (
        <NotLoaded title="This person did not load" error={person.error} onRetry={person.refetch} />
      ) : (
        <Person person={person.data} />
      )}
    </div>
  )
}

function Person({ person }: { person: PersonRecord }): ReactElement {
  const mine = useOwnRole()
  const facts: [string, string][] = [
    [
      "E-mail",
      `${person.email || "none"}${person.email && (person.isEmailVerified ? ", confirmed" : ", not confirmed")}`,
    ],
    ["Phone", person.phone || "none"],
    ["Country", person.country || "not given"],
    ["Stage", [person.stage, person.program, person.cohort && `cohort ${person.cohort}`].filter(Boolean).join(", ")],
    ["Credits", `${formatCredits(person.credits)}, ${formatNumber(person.held)} held`],
    ["Pictures", String(person.pictures)],
    ["Signed in on", person.sessions === 1 ? "1 device" : `${person.sessions} devices`],
    ["Two-step sign-in", person.hasSecondFactor ? "on" : "off"],
    ["Here since", formatDate(person.createdAt)],
    ["Id", person.id],
  ]
  /** Narrows a list of everybody's down to this person's. */
  const theirs = new URLSearchParams({ search: person.id })
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-3xl wrap-anywhere">{person.name || "No name"}</h1>
        {person.isBlocked && <Badge tone="clay">Blocked</Badge>}
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-6">
          <Card>
            <dl className="grid gap-2">
              {facts.map(([name, value]) => (
                <div key={name} className="grid grid-cols-[6.5rem_1fr] gap-x-3 sm:grid-cols-[8rem_1fr]">
                  <dt className="text-ink-soft">{name}</dt>
                  <dd className="min-w-0 wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          </Card>
          <PersonActions person={person} />
          <PersonRequests person={person} />
        </div>
        <div className="grid min-w-0 content-start gap-6">
          {person.ledger && (
            <Rows
              title="Credits"
              empty="No movement yet."
              csv={listPersonCreditsCsv.path.replace(":personId", person.id)}
              rows={person.ledger.map(({ id, amount, note, createdAt }) => ({
                id,
                left: note,
                right: `${amount > 0 ? "+" : ""}${amount}`,
                at: createdAt,
              }))}
            />
          )}
          {person.orders && (
            <Rows
              title="Orders"
              empty="No order yet."
              csv={mayOperate(mine, "money.see") ? `${listAdminOrdersCsv.path}?${theirs}` : undefined}
              rows={person.orders.map(({ tx_ref, title, status, amount, currency, createdAt }) => ({
                id: tx_ref,
                left: title,
                right: formatMoney(amount, currency),
                note: statusWords[status].short,
                at: createdAt,
              }))}
            />
          )}
          <Rows
            title="Work"
            empty="No work yet."
            csv={listPersonRunsCsv.path.replace(":personId", person.id)}
            rows={person.runs.map(({ id, title, status, createdAt }) => ({
              id,
              left: title,
              right: runStates[status],
              at: createdAt,
            }))}
          />
          <Rows
            title="Application"
            empty="No application yet."
            rows={(person.application ? [person.application] : []).map(
              ({ id, program, cohort, status, createdAt }) => ({
                id,
                left: <TextLink to={`/operator/admissions/applications/${id}`}>{program}</TextLink>,
                right: status.replaceAll("_", " "),
                note: cohort === null ? undefined : `Cohort ${cohort}`,
                at: createdAt,
              }),
            )}
          />
          <Rows
            title="Signed in"
            empty="Nowhere."
            rows={person.signIns.map(({ id, provider, country, createdAt }) => ({
              id,
              left: provider,
              right: country === "--" ? "" : country.toUpperCase(),
              at: createdAt,
            }))}
          />
          <Rows
            title="Log"
            empty="No operator did anything here."
            csv={mayOperate(mine, "log.see") ? `${listOperatorLogCsv.path}?${theirs}` : undefined}
            rows={person.log.map(({ id, operator, action, reason, createdAt }) => ({
              id,
              left: reason,
              right: actionWords(action).words.replace(/:$/, ""),
              note: operator,
              at: createdAt,
            }))}
          />
        </div>
      </div>
    </>
  )
}

interface RowsProps {
  title: string
  empty: string
  rows: readonly { id: string; left: ReactNode; right: ReactNode; note?: string | undefined; at: string }[]
  /** Address of the whole list as a file. */
  csv?: string | undefined
}

function Rows({ title, empty, rows, csv }: RowsProps): ReactElement {
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        {csv && <CsvLink address={csv} />}
      </div>
      {rows.length === 0 && <p className="text-ink-soft">{empty}</p>}
      <ul className="grid divide-y divide-line">
        {rows.map(({ id, left, right, note, at }) => (
          <li key={id} className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">{left}</span>
            <span className="tabular-nums">{right}</span>
            <span className="col-span-2 text-sm text-ink-soft">
              {note && `${note} · `}
              {formatMoment(at)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
