import type { ReactElement } from "react"
import type { CohortEffect } from "#contract/academy/cohorts-admin.ts"
import { formatDate, formatNumber } from "#web/lib/format/format.ts"

/** Lines of one kind that are shown; the rest is counted. */
const mostLines = 20

/** What other days of a cohort would do to the people in it, before they are saved. */
export function CohortChange({ effect }: { effect: CohortEffect }): ReactElement {
  const { people, learners, instalments, kept, offered, locked } = effect
  return (
    <section aria-label="What changes" className="grid gap-4 rounded-card bg-amber-wash p-4">
      <p role="status" className="font-medium tabular-nums">
        {people === 0
          ? "Nobody in this cohort is concerned."
          : `${formatNumber(people)} ${people === 1 ? "person gets a mail" : "people get a mail"} with the new days${learners > 0 ? `, ${formatNumber(learners)} of them with a place taken` : ""}.`}
      </p>
      <Lines
        title="Instalments that become due later"
        lines={instalments.map(
          ({ name, part, from, to }) => `${name}, ${part} instalment: ${formatDate(from)} → ${formatDate(to)}`,
        )}
      />
      {kept > 0 && (
        <p className="tabular-nums">
          {kept === 1 ? "1 instalment stays" : `${formatNumber(kept)} instalments stay`} on the promised day: nobody
          pays earlier.
        </p>
      )}
      <Lines
        title="Places on offer whose last day changes"
        lines={offered.map(({ name, from, to }) => `${name}: ${formatDate(from)} → ${formatDate(to)}`)}
      />
      <Lines
        title="Modules that are open now and close again, but for lessons that are done"
        lines={locked.map(({ title, until }) => `${title}: until ${formatDate(until)}`)}
      />
    </section>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }): ReactElement | null {
  if (lines.length === 0) return null
  const more = lines.length - mostLines
  return (
    <div className="grid gap-1">
      <h4 className="font-medium">{title}</h4>
      <ul className="grid gap-1 tabular-nums">
        {lines.slice(0, mostLines).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {more > 0 && <p className="text-ink-soft">and {formatNumber(more)} more</p>}
    </div>
  )
}
