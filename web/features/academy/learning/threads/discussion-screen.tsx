import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { ThreadList } from "#web/features/academy/learning/discussion/thread-list.tsx"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { useReader } from "#web/features/academy/learning/offline/use-reader.ts"
import { usePortal } from "#web/features/academy/learning/use-portal.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"

/** /learn/discussion: what a cohort talks about. `?place=` names one of several programs. */
export function DiscussionScreen(): ReactElement {
  const [search] = useSearchParams()
  const portal = usePortal(useReader(), search.get("place") ?? "")
  return (
    <Loaded query={portal} title="The discussions did not load" page="Discussion">
      {({ data: { placeId, cohortId, programName, cohortLabel } }) => (
        <div className="grid gap-6">
          <div className="grid gap-2">
            <p>
              <TextLink to={`/learn?place=${placeId}`}>Program</TextLink>{" "}
              <span className="text-ink-soft">· {programName}</span>
            </p>
            <h1 className="text-3xl">Discussion</h1>
            <p className="text-ink-soft">{cohortLabel}, their teachers and our team can read this, and nobody else.</p>
          </div>
          <ThreadList cohortId={cohortId} />
        </div>
      )}
    </Loaded>
  )
}
