import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { getResources } from "#contract/academy/learning.ts"
import { call } from "#web/lib/calls/call.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { FileList } from "./file-list.tsx"
import { LessonRows } from "./lesson-rows.tsx"
import { Loaded } from "./loaded.tsx"

/** /program-resources: what an admitted learner reads before the first class. */
export function ResourcesScreen(): ReactElement {
  const resources = useQuery({ queryKey: ["getResources"], queryFn: async () => (await call(getResources)).data })
  return (
    <div className="grid gap-8">
      <div className="grid gap-2">
        <h1 className="text-3xl">Program resources</h1>
        <p className="max-w-measure text-lg text-ink-soft">
          The handbook, the brochure, and the course before the first class.
        </p>
      </div>
      <Loaded query={resources} title="The resources did not load">
        {({ files, scrum }) => (
          <>
            <FileList files={files} />
            <Card className="grid gap-4">
              <div className="flex flex-wrap items-start gap-3">
                <div className="min-w-0 grow">
                  <h2 className="text-xl">{scrum.title}</h2>
                  <p className="text-ink-soft">Complete these short lessons before the first live session.</p>
                </div>
                {scrum.isDone && <Badge tone="leaf">Done</Badge>}
              </div>
              <LessonRows lessons={scrum.lessons} />
            </Card>
            <LinkButton to="/learn" variant="secondary" className="justify-self-start">
              Go to the learner portal
            </LinkButton>
          </>
        )}
      </Loaded>
    </div>
  )
}
