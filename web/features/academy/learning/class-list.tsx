import type { ReactElement } from "react"
import type { LiveClass } from "#contract/academy/learning.ts"
import { joinMinutesBefore } from "#contract/catalogue/learning.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { JoinClass } from "./join-class.tsx"

/** Live classes to come, in the person's own time; the door opens shortly before. */
export function ClassList({ classes }: { classes: readonly LiveClass[] }): ReactElement {
  if (classes.length === 0) return <p className="text-ink-soft">No class is on the calendar yet.</p>
  return (
    <ul className="grid divide-y divide-line">
      {classes.map(({ id, title, startsAt, minutes, isOpen, hasAttended }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0 grow">
            <p className="font-medium">{title}</p>
            <p className="text-sm text-ink-soft">
              {formatZonedMoment(startsAt)} (your time) · {minutes} min
            </p>
          </div>
          {hasAttended && <Badge tone="leaf">You were there</Badge>}
          {isOpen ? (
            <JoinClass classId={id} />
          ) : (
            <span className="text-sm text-ink-soft">Opens {joinMinutesBefore} minutes before</span>
          )}
        </li>
      ))}
    </ul>
  )
}
