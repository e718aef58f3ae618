import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { getEngineHealth } from "#contract/studio/runs-admin.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Card } from "#web/ui/layout/card.tsx"

/** Which engines work, how their last day went, and what is switched off. */
export function EngineHealth(): ReactElement {
  const health = useQuery({
    queryKey: ["getEngineHealth"],
    queryFn: async () => (await call(getEngineHealth)).data,
    refetchInterval: 30_000,
  })
  if (health.isPending) return <Skeleton className="h-32" />
  if (health.error) {
    return <NotLoaded title="The engines did not load" error={health.error} onRetry={health.refetch} />
  }
  const { routes, pauses, lastDay } = health.data
  const refused = routes.filter(({ refusal }) => refusal !== "")
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="grow text-xl">Engines</h2>
        <Badge tone={pauses.length === 0 ? "leaf" : "clay"}>
          {pauses.length === 0 ? "Nothing is switched off" : `${pauses.length} switched off`}
        </Badge>
      </div>
      {pauses.length > 0 && (
        <ul className="grid gap-1">
          {pauses.map(({ part, reason, until }) => (
            <li key={part} className="wrap-anywhere">
              {part}: {reason}, until {formatZonedMoment(until)}
            </li>
          ))}
        </ul>
      )}
      {lastDay.length === 0 ? (
        <p className="text-ink-soft">Nothing was drawn in the last day.</p>
      ) : (
        <ul className="grid gap-1">
          {lastDay.map(({ engine, ready, failed, medianSeconds }) => (
            <li key={engine}>
              <span className="font-medium">{engine}</span>: {ready} ready, {failed} failed
              {medianSeconds !== null && `, half of them within ${medianSeconds} s`} in the last day
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-medium">
          Who carries out what{refused.length > 0 && ` (${refused.length} not offered)`}
        </summary>
        <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {routes.map(({ what, engine, refusal }) => (
            <li key={what} className="wrap-anywhere">
              {what}: {refusal === "" ? engine : <span className="text-clay">{refusal}</span>}
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}
