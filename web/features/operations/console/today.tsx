import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { getToday, mostWaiting, waitingKinds } from "#contract/operations/today.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatMoney, formatNumber } from "#web/lib/format/format.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { DayColumns } from "#web/ui/layout/day-columns.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { figureWords } from "./figure-words.ts"

/** How often the page asks again while somebody looks, in ms. */
const askAgainMs = 60_000

/** What needs a person now, and the figures of the last days; each number leads to its list. */
export function Today(): ReactElement {
  const today = useQuery({
    queryKey: ["getToday"],
    queryFn: async () => (await call(getToday)).data,
    refetchInterval: askAgainMs,
  })
  // As tall as the window: what comes is longer, and the books below it would be seen moving.
  if (today.isPending) return <Skeleton className="h-dvh" />
  if (today.error) {
    return <NotLoaded title="Today did not load" error={today.error} onRetry={today.refetch} />
  }
  const { tasks, days, figures } = today.data
  const open = tasks.filter(({ count }) => count > 0)
  const dayNames = days.map(dayName)
  return (
    <>
      <section aria-labelledby="tasks" className="grid gap-3">
        <h2 id="tasks" className="text-xl">
          Needs a person now
        </h2>
        {open.length === 0 ? (
          <p className="text-ink-soft">Nothing waits for you.</p>
        ) : (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
            {open.map(({ what, count }) => {
              const kind = waitingKinds[what]
              const isUrgent = "isUrgent" in kind
              return (
                <li key={what}>
                  <Link
                    to={kind.to}
                    className={classNames(
                      "grid h-full content-start gap-1 rounded-card border bg-surface p-4 transition-colors hover:bg-indigo-wash",
                      isUrgent ? "border-clay" : "border-line",
                    )}
                  >
                    <span className={classNames("text-3xl font-semibold tabular-nums", isUrgent && "text-clay")}>
                      {formatNumber(Math.min(count, mostWaiting))}
                      {count > mostWaiting && "+"}
                    </span>
                    <span className="text-ink-soft">{count === 1 ? kind.one : kind.many}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        )}
      </section>
      {figures.length > 0 && (
        <section aria-labelledby="figures" className="grid gap-3">
          <h2 id="figures" className="text-xl">
            Figures of today and the {days.length - 1} days before
          </h2>
          <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
            {figures.map(({ what, series }) => (
              <Card key={what} className="grid content-start gap-4 p-5">
                <h3 className="font-semibold">
                  <TextLink to={figureWords[what].to}>{figureWords[what].title}</TextLink>
                </h3>
                {series.map(({ name, values }) => {
                  const last = values.at(-1) ?? null
                  return (
                    <div key={name} className="grid grid-cols-[7rem_1fr] items-end gap-4">
                      <p>
                        <span className="block text-sm text-ink-soft">
                          {series.length > 1 ? seriesName(name) : "Today"}
                        </span>
                        <span className="block text-lg font-semibold tabular-nums">
                          {last === null ? "–" : words(what, name, last)}
                        </span>
                      </p>
                      <DayColumns
                        name={`${figureWords[what].title}, ${seriesName(name)}`}
                        days={dayNames}
                        values={values}
                        format={(value) => words(what, name, value)}
                      />
                    </div>
                  )
                })}
              </Card>
            ))}
          </div>
        </section>
      )}
    </>
  )
}

/** "22 Nov", of a day as YYYY-MM-DD. */
function dayName(day: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(day))
}

const seriesNames: Readonly<Record<string, string>> = {
  NGN: "Naira",
  USD: "Dollars",
  p50: "Half wait less",
  p95: "19 of 20 less",
}

function seriesName(name: string): string {
  return seriesNames[name] ?? name
}

function words(what: string, name: string, value: number): string {
  if (what === "revenue") return formatMoney(value, name === "USD" ? "USD" : "NGN")
  if (what === "wait")
    return value < 90 ? `${formatNumber(Math.round(value * 10) / 10)} s` : `${Math.round(value / 60)} min`
  return formatNumber(value)
}
