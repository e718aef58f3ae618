import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { listThreads } from "#contract/academy/discussions.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"

/** The way to a cohort's discussion, with how much of it is unread. */
export function DiscussionLink({ placeId, cohortId }: { placeId: string; cohortId: string }): ReactElement {
  const unread = useQuery({
    queryKey: [...queryKeys.discussions, "unread", cohortId],
    queryFn: async () => (await call(listThreads, { query: { cohortId } })).unread,
  })
  const count = unread.data ?? 0
  return (
    <div className="flex flex-wrap items-center gap-3">
      <LinkButton to={`/learn/discussion?place=${placeId}`} variant="secondary">
        Join the discussion
      </LinkButton>
      {count > 0 && <Badge tone="indigo">{count >= 100 ? "100 or more" : count} unread</Badge>}
    </div>
  )
}
