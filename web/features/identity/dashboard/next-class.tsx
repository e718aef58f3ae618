import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { getPortal, type LessonSummary, type Portal } from "#contract/academy/learning.ts"
import { endOfAcademyDay } from "#web/lib/academy/academy-day.ts"
import { useClassLooks } from "#web/lib/academy/poll-classes.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatDate, formatZonedMoment } from "#web/lib/format/format.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Card } from "#web/ui/layout/card.tsx"

/** The required task whose last day comes first, today or later. */
function dueNext({ phases, now }: Portal): LessonSummary | undefined {
  return phases
    .flatMap(({ modules }) => modules)
    .flatMap(({ isElective, lessons }) => (isElective ? [] : lessons))
    .filter(({ isDone, dueOn }) => !isDone && endOfAcademyDay(dueOn) >= Date.parse(now))
    .sort((one, other) => one.dueOn.localeCompare(other.dueOn))[0]
}

/** A learner's next live class, the next task with its last day, and the way into the lessons. @param placeId which of the person's places */
export function NextClass({ placeId }: { placeId: string }): ReactElement {
  const { data: portal, isPending } = useQuery({
    ...useClassLooks((read: Portal) => read),
    queryKey: ["getNextClass", placeId],
    queryFn: async () => (await call(getPortal, { query: { place: placeId } })).data,
  })
  if (isPending) return <Skeleton className="h-44 sm:h-32" />
  const [next] = portal?.classes ?? []
  const due = portal && dueNext(portal)
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="grid gap-2">
        <h2 className="text-xl">{next?.isOpen ? "Your class is open" : "Next class"}</h2>
        {next && (
          <p>
            <span className="font-medium">{next.title}</span>
            <span className="block text-ink-soft">{formatZonedMoment(next.startsAt)} (your time)</span>
          </p>
        )}
        {portal && !next && <p className="text-ink-soft">No class is on the calendar yet.</p>}
        {due && (
          <p>
            <span className="font-medium">{due.title}</span>
            {/* Whoever has handed it in and waits for an answer reads this too: it is no call to do so. */}
            <span className="block text-ink-soft">Last day to hand it in: {formatDate(due.dueOn)}</span>
          </p>
        )}
        {!portal && <p className="text-ink-soft">The calendar did not load. It is also on the page of your lessons.</p>}
      </div>
      <LinkButton to={`/learn?place=${placeId}`} variant={next?.isOpen ? "primary" : "secondary"}>
        {next?.isOpen ? "Go to the class" : "Open the lessons"}
      </LinkButton>
    </Card>
  )
}
