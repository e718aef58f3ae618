import type { ReactElement } from "react"
import type { EnrolmentView } from "#contract/academy/admissions.ts"
import { formatDate, formatMoney } from "#web/lib/format/format.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Card } from "#web/ui/layout/card.tsx"

const states = {
  offered: { tone: "ochre", label: "Not paid yet" },
  settled: { tone: "leaf", label: "Settled" },
  on_time: { tone: "leaf", label: "On time" },
  due_soon: { tone: "amber", label: "Due soon" },
  grace: { tone: "amber", label: "Overdue" },
  locked: { tone: "clay", label: "Lessons locked" },
  ended: { tone: "neutral", label: "Ended" },
} as const

interface TuitionProps {
  enrolment: EnrolmentView
  /** Of a program that a newer application stands before. */
  isOther?: boolean
}

/** Where the tuition stands, in one look. */
export function TuitionCard({ enrolment, isOther = false }: TuitionProps): ReactElement {
  const { state, next, prices } = enrolment
  const isFree = state === "offered" && prices.full === 0
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-xl">Tuition</h2>
          <Badge tone={states[state].tone}>{isFree ? "Not taken yet" : states[state].label}</Badge>
        </div>
        <p className="text-ink-soft">{sentence(enrolment)}</p>
      </div>
      {(next || state === "offered") && (
        <LinkButton
          to={isOther ? `/tuition?place=${enrolment.id}` : "/tuition"}
          variant={state === "on_time" ? "secondary" : "primary"}
        >
          {isFree ? "Take your place" : state === "offered" ? "Pay tuition" : "See and pay"}
        </LinkButton>
      )}
    </Card>
  )
}

function sentence({ state, next, enrolBy, locksOn, award, prices }: EnrolmentView): string {
  if (state === "offered" && prices.full === 0)
    return `Your scholarship pays all of the tuition. Take your place by ${formatDate(enrolBy)}.`
  if (state === "offered") return `Pay all or a first instalment by ${formatDate(enrolBy)} to take your place.`
  if (state === "settled")
    return award > 0 ? "Your tuition is settled, with your scholarship." : "Your tuition is settled."
  if (!next) return "Your place has ended."
  const due = `${formatMoney(next.amount, "NGN")} due on ${formatDate(next.dueOn)}.`
  if (state === "grace") return `${due} Lessons stay open until ${formatDate(locksOn)}.`
  if (state === "locked") return `${due} Lessons open again the moment it is paid.`
  return due
}
