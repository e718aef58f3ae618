import { type UseQueryResult, useQuery } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { z } from "zod"
import { listReportedEntries, type ReportedEntry } from "#contract/academy/discussions.ts"
import { reportReasons } from "#contract/catalogue/report-reasons.ts"
import { RecordId } from "#contract/primitives.ts"
import { HideDialog } from "#web/features/academy/learning/discussion/hide-dialog.tsx"
import { ThreadList } from "#web/features/academy/learning/discussion/thread-list.tsx"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { calendarQuery } from "./teaching-calendar.tsx"

const Chosen = z.object({ cohort: RecordId })

/** What learners reported, and what each cohort talks about. */
export function DiscussionDesk(): ReactElement {
  const { values, set } = useFilters(Chosen)
  const calendar = useQuery(calendarQuery)
  const reported = useQuery({
    queryKey: [...queryKeys.discussions, "reports"],
    queryFn: async () => (await call(listReportedEntries)).data,
  })
  return (
    <div className="grid gap-8">
      <Reports reported={reported} />
      {/* How long the reports are has to be known first: what stands below would move under a finger. */}
      {!reported.isPending && (
        <Loaded query={calendar} title="The cohorts did not load">
          {({ cohorts }) => {
            const chosen = cohorts.find(({ id }) => id === values.cohort) ?? cohorts[0]
            if (!chosen) return <EmptyState title="No cohort here" text="An owner gives a teacher their cohorts." />
            return (
              <div className="grid gap-2">
                <SelectField
                  label="Cohort"
                  choices={cohorts.map(({ id, name }) => ({ value: id, label: name }))}
                  value={chosen.id}
                  onChange={(event) => set("cohort", event.target.value)}
                  className="w-full max-w-md"
                />
                <ThreadList key={chosen.id} cohortId={chosen.id} />
              </div>
            )
          }}
        </Loaded>
      )}
    </div>
  )
}

function Reports({ reported }: { reported: UseQueryResult<ReportedEntry[]> }): ReactElement {
  const [asked, setAsked] = useState<{ entryId: string; what: "hide" | "dismiss" }>()
  return (
    <Loaded query={reported} title="The reports did not load">
      {(data) => (
        <section aria-labelledby="reported" className="grid gap-3">
          <h2 id="reported" className="text-xl">
            Reported
          </h2>
          {data.length === 0 ? (
            <p className="text-ink-soft">Nothing is reported.</p>
          ) : (
            <ul aria-labelledby="reported" className="grid divide-y divide-line rounded-card border border-line">
              {data.map((entry) => (
                <Reported key={entry.entryId} entry={entry} onAsk={setAsked} />
              ))}
            </ul>
          )}
          {asked && <HideDialog {...asked} onClose={() => setAsked(undefined)} />}
        </section>
      )}
    </Loaded>
  )
}

interface ReportedProps {
  entry: ReportedEntry
  onAsk: (asked: { entryId: string; what: "hide" | "dismiss" }) => void
}

function Reported({ entry, onAsk }: ReportedProps): ReactElement {
  const { entryId, threadId, title, author, cohort, text, reports } = entry
  return (
    <li className="grid gap-2 px-4 py-3 wrap-anywhere">
      <TextLink to={`/learn/discussion/${threadId}`}>{title === "" ? "Deleted" : title}</TextLink>
      <p className="whitespace-pre-line">{text}</p>
      <p className="text-sm text-ink-soft">
        By {author === "" ? "somebody who left" : author} · {cohort}
      </p>
      <ul className="text-sm">
        {reports.map(({ reason, note, createdAt }) => (
          <li key={createdAt}>
            {reportReasons[reason]}
            {note !== "" && `: ${note}`}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" onClick={() => onAsk({ entryId, what: "hide" })}>
          Hide
        </Button>
        <Button variant="secondary" onClick={() => onAsk({ entryId, what: "dismiss" })}>
          Leave it
        </Button>
      </div>
    </li>
  )
}
