import { type ReactElement, useEffect, useState } from "react"
import type { Portal } from "#contract/academy/learning.ts"
import { formatDate, formatZonedMoment } from "#web/lib/format/format.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { JoinClass } from "./join-class.tsx"
import { dueWords, untilWords } from "./until-labels.ts"

/** How often the countdown is drawn again, in ms. */
const tickMs = 30_000

interface NextStepProps extends Pick<Portal, "next" | "placeId" | "classes"> {
  /** How far the server's clock is ahead of this device's, in ms. */
  leadMs: number
}

/** The one thing to do next, with the time until then, by the server's clock, where it has one. */
export function NextStep({ next, placeId, classes, leadMs }: NextStepProps): ReactElement | null {
  const [ownNow, setNow] = useState(() => Date.now())
  const now = ownNow + leadMs
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  if (next.kind === "nothing") return null
  const isDoorOpen = next.kind === "class" && classes.some(({ id, isOpen }) => id === next.classId && isOpen)
  return (
    <Card tone="raised" className="flex flex-wrap items-center gap-4">
      <div className="min-w-0 grow">
        <p className="text-sm font-medium text-indigo">Next</p>
        {next.kind === "lesson" && (
          <>
            <h2 className="text-xl">{next.title}</h2>
            <p className="text-ink-soft">
              {next.moduleTitle}
              {next.dueOn !== "" && ` · ${dueWords(next.dueOn, now)}`}
            </p>
          </>
        )}
        {next.kind === "class" && (
          <>
            <h2 className="text-xl">{next.title}</h2>
            <p className="text-ink-soft">
              {formatZonedMoment(next.startsAt)} (your time) · {untilWords(Date.parse(next.startsAt) - now)}
            </p>
          </>
        )}
        {next.kind === "module" && (
          <>
            <h2 className="text-xl">{next.title}</h2>
            <p className="text-ink-soft">Opens on {formatDate(next.opensOn)}.</p>
          </>
        )}
        {next.kind === "tuition" && (
          <>
            <h2 className="text-xl">Tuition is overdue</h2>
            <p className="text-ink-soft">Lessons open again as soon as it has arrived. Nothing you did is lost.</p>
          </>
        )}
      </div>
      {isDoorOpen && <JoinClass classId={next.classId} />}
      {next.kind === "lesson" && <LinkButton to={`/learn/${next.lessonId}`}>Continue</LinkButton>}
      {next.kind === "tuition" && <LinkButton to={`/tuition?place=${placeId}`}>Pay tuition</LinkButton>}
    </Card>
  )
}
