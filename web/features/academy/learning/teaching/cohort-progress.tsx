import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { z } from "zod"
import { type LearnerProgress, listProgress, listProgressCsv, quietAfterDays } from "#contract/academy/teaching.ts"
import { RecordId } from "#contract/primitives.ts"
import { CsvLink } from "#web/content/lists/csv-link.tsx"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { calendarQuery } from "./teaching-calendar.tsx"

const Chosen = z.object({ cohort: RecordId })

/** Where each learner of a cohort is, and who went quiet. */
export function CohortProgress(): ReactElement {
  const { values, set } = useFilters(Chosen)
  const calendar = useQuery(calendarQuery)
  return (
    <Loaded query={calendar} title="The cohorts did not load">
      {({ cohorts }) => {
        const chosen = cohorts.find(({ id }) => id === values.cohort) ?? cohorts[0]
        if (!chosen) return <EmptyState title="No cohort here" text="An owner gives a teacher their cohorts." />
        return (
          <div className="grid gap-2">
            <div className="flex flex-wrap items-end justify-between gap-4">
              <SelectField
                label="Cohort"
                choices={cohorts.map(({ id, name }) => ({ value: id, label: name }))}
                value={chosen.id}
                onChange={(event) => set("cohort", event.target.value)}
                className="w-full max-w-md"
              />
              <CsvLink address={listProgressCsv.path.replace(":cohortId", chosen.id)} />
            </div>
            <Learners key={chosen.id} cohortId={chosen.id} />
          </div>
        )
      }}
    </Loaded>
  )
}

function Learners({ cohortId }: { cohortId: string }): ReactElement {
  const progress = useQuery({
    queryKey: ["listProgress", cohortId],
    queryFn: async () => (await call(listProgress, { params: { cohortId } })).data,
  })
  return (
    <Loaded query={progress} title="The learners did not load">
      {(data) =>
        data.length === 0 ? (
          <EmptyState title="Nobody learns here yet" text="Learners appear when they have paid for their place." />
        ) : (
          <ul aria-label="Learners" className="grid divide-y divide-line rounded-card border border-line">
            {data.map((learner, index) => (
              // Two learners may share a name, and the list is read anew as a whole.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index}>
                <Learner learner={learner} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Learner({ learner }: { learner: LearnerProgress }): ReactElement {
  const { name, isCompleted, done, all, next, waiting, lastAt, quietDays } = learner
  const isQuiet = quietDays !== null && quietDays >= quietAfterDays
  return (
    <div className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-soft">
          {done} of {all} lessons done.{" "}
          {isCompleted
            ? "Through the program."
            : next === ""
              ? "All that is required so far is done."
              : `Next: ${next}.`}{" "}
          {lastAt === "" ? "Nothing done yet." : `Last on ${formatDate(lastAt)}.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {waiting > 0 && <Badge tone="indigo">{waiting === 1 ? "1 task waits" : `${waiting} tasks wait`}</Badge>}
        {isQuiet && <Badge tone="amber">Quiet for {quietDays} days</Badge>}
      </div>
    </div>
  )
}
