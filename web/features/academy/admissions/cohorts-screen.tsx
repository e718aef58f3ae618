import { useMutation, useQuery } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useState } from "react"
import {
  addCohort,
  type CohortEffect,
  CohortFilters,
  type CohortInput,
  type CohortRow,
  changeCohort,
  listCohorts,
  listCohortsCsv,
  previewCohort,
} from "#contract/academy/cohorts-admin.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { mayOperate, type OperatorRight } from "#contract/identity/operator-rights.ts"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatDate, formatMoney, formatNumber } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { ownRoleQuery } from "#web/lib/session/own-role.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { useAdminAct, useAdminList } from "./admin-call.ts"
import { CohortChange } from "./cohort-change.tsx"
import { CohortFees } from "./cohort-fees.tsx"
import { CohortTexts } from "./cohort-texts.tsx"
import { ProgramFilter } from "./program-filter.tsx"
import { ReasonField, SaveOrCancel } from "./reason-field.tsx"

const states = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Closed" },
]

/** Cohorts of each program: their days, seats and scholarships, and which one takes applications. */
export function CohortsScreen(): ReactElement {
  const { values, query, set } = useFilters(CohortFilters)
  const { data, error, refetch } = useAdminList(["cohorts", query], async (signal) => {
    return call(listCohorts, { query: values, signal })
  })
  const { program } = values
  return (
    <div className="grid gap-8">
      <ListHead title="Cohorts" csvPath={listCohortsCsv.path} query={query} />
      <div className="grid max-w-3xl gap-x-4 sm:grid-cols-2">
        <ProgramFilter value={program} onChange={(next) => set("program", next)} />
        <SelectField
          label="State"
          optional="unsaid"
          placeholder="Open and closed"
          choices={states}
          value={values.state ?? ""}
          onChange={(event) => set("state", event.target.value)}
        />
      </div>
      {error ? (
        <NotLoaded title="The cohorts did not load" error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-80" />
      ) : (
        programCards
          .filter(({ slug }) => program === undefined || slug === program)
          .map(({ slug, name, disabled }) =>
            disabled ? (
              <LockedProgram key={slug} slug={slug} name={name} waiting={data.waiting[slug]} />
            ) : (
              <Program
                key={slug}
                slug={slug}
                name={name}
                cohorts={data.data.filter(({ programId }) => programId === slug)}
                waiting={data.waiting[slug]}
              />
            ),
          )
      )}
    </div>
  )
}

/** What of a cohort is changed, and by whom. */
const parts: readonly { part: string; label: string; right: OperatorRight }[] = [
  { part: "days", label: "Change days and seats", right: "cohorts.change" },
  { part: "words", label: "Change the words", right: "cohorts.texts" },
  { part: "fees", label: "Change the fees", right: "cohorts.fees" },
]

interface ProgramProps {
  slug: string
  name: string
  cohorts: CohortRow[]
  /** Addresses that wait to hear when applications open. */
  waiting: number | undefined
}

function Waiting({ count = 0 }: { count: number | undefined }): ReactElement | null {
  if (count === 0) return null
  const words = count === 1 ? "1 address waits" : `${formatNumber(count)} addresses wait`
  return <p className="text-ink-soft tabular-nums">{words} to hear when applications open.</p>
}

/** A program that cannot be applied for yet, where somebody waits for it. */
function LockedProgram({ slug, name, waiting }: Omit<ProgramProps, "cohorts">): ReactElement | null {
  if (!waiting) return null
  return (
    <section aria-labelledby={slug} className="grid gap-2">
      <h2 id={slug} className="text-2xl">
        {name}
      </h2>
      <p className="text-ink-soft">Locked: it has no cohorts yet.</p>
      <Waiting count={waiting} />
    </section>
  )
}

function Program({ slug, name, cohorts, waiting }: ProgramProps): ReactElement {
  // The cohort as it was when its form was opened: what is sent has to stand for what was seen.
  const [opened, setOpened] = useState<{ form: string; cohort?: CohortRow } | null>(null)
  const role = useQuery(ownRoleQuery).data?.role ?? null
  const close = (): void => setOpened(null)
  const isShown = (form: string): boolean => opened?.form === form
  const toggle = (form: string, cohort?: CohortRow) =>
    setOpened(isShown(form) ? null : { form, ...(cohort && { cohort }) })
  // A change of somebody else may take it out of a narrowed list; what is being typed stays on the page.
  const edited = opened?.cohort
  const rows = edited && !cohorts.some(({ id }) => id === edited.id) ? [...cohorts, edited] : cohorts
  return (
    <section aria-labelledby={slug} className="grid gap-4">
      <h2 id={slug} className="text-2xl">
        {name}
      </h2>
      <Waiting count={waiting} />
      {rows.map((cohort) => (
        <Card key={cohort.id} className="grid gap-5">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <div className="grid gap-1">
              <div className="flex flex-wrap items-center gap-3">
                <h3 className="text-xl">Cohort {cohort.number}</h3>
                <Badge tone={cohort.isOpen ? "leaf" : "neutral"}>{cohort.isOpen ? "Open" : "Closed"}</Badge>
                {cohort.isPlanned && <Badge tone="amber">Date not confirmed</Badge>}
              </div>
              <p className="text-ink-soft tabular-nums">
                Starts {formatDate(cohort.startsOn)}. Apply by {formatDate(cohort.applyBy)}, take the place by{" "}
                {formatDate(cohort.enrolBy)}. {cohort.taken} of {cohort.seats} seats taken. To apply:{" "}
                {formatMoney(cohort.terms.applicationFee, "NGN")}; tuition{" "}
                {formatMoney(cohort.terms.tuition.discounted_total, "NGN")}.
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              {parts
                .filter(({ right }) => mayOperate(role, right))
                .map(({ part, label }) => (
                  <Button
                    key={part}
                    variant="secondary"
                    aria-expanded={isShown(`${part} ${cohort.id}`)}
                    aria-label={`${label} of cohort ${cohort.number} of ${name}`}
                    onClick={() => toggle(`${part} ${cohort.id}`, cohort)}
                  >
                    {label}
                  </Button>
                ))}
            </div>
          </div>
          {edited && isShown(`days ${cohort.id}`) && <CohortForm cohort={edited} onDone={close} />}
          {edited && isShown(`words ${cohort.id}`) && <CohortTexts cohort={edited} onDone={close} />}
          {edited && isShown(`fees ${cohort.id}`) && <CohortFees cohort={edited} onDone={close} />}
        </Card>
      ))}
      {isShown("new") ? (
        <Card>
          <CohortForm program={slug} onDone={close} />
        </Card>
      ) : (
        mayOperate(role, "cohorts.change") && (
          <Button variant="quiet" className="justify-self-start" onClick={() => toggle("new")}>
            Add the next cohort
          </Button>
        )
      )}
    </section>
  )
}

type FormProps = { onDone: () => void } & ({ cohort: CohortRow; program?: never } | { program: string; cohort?: never })

function CohortForm({ cohort, program, onDone }: FormProps): ReactElement {
  const [values, setValues] = useState<CohortInput>({
    startsOn: cohort?.startsOn ?? "",
    applyBy: cohort?.applyBy ?? "",
    enrolBy: cohort?.enrolBy ?? "",
    seats: cohort?.seats ?? 30,
    fullScholarships: cohort?.fullScholarships ?? 1,
    partialScholarships: cohort?.partialScholarships ?? 2,
    isOpen: cohort?.isOpen ?? false,
  })
  const [reason, setReason] = useState("")
  // What the days that stand in the fields would do, once that was looked at.
  const [seen, setSeen] = useState<Pick<CohortInput, "startsOn" | "enrolBy"> & { effect: CohortEffect }>()
  const act = useAdminAct()
  const save = useMutation({
    mutationFn: () =>
      act(() =>
        cohort
          ? call(changeCohort, {
              params: { id: cohort.id },
              body: { values, version: cohort.version, people: seen?.effect.people ?? 0, reason },
            })
          : call(addCohort, { body: { program: program ?? "", values, reason } }),
      ),
  })
  const look = useMutation({
    mutationFn: async (id: string) => {
      const { data } = await call(previewCohort, { params: { id }, body: { values } })
      return data
    },
  })
  const send = (): void => {
    // An answer closes the form that was sent, not one that was opened since.
    save.mutate(undefined, { onSuccess: onDone, onError: () => setSeen(undefined) })
  }
  const movesDays = cohort && (cohort.startsOn !== values.startsOn || cohort.enrolBy !== values.enrolBy)
  const isSeen = seen !== undefined && seen.startsOn === values.startsOn && seen.enrolBy === values.enrolBy
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!movesDays || isSeen) send()
    else {
      look.mutate(cohort.id, {
        onSuccess: (effect) => setSeen({ startsOn: values.startsOn, enrolBy: values.enrolBy, effect }),
      })
    }
  }
  const day = (name: "startsOn" | "applyBy" | "enrolBy", label: string) => (
    <TextField
      label={label}
      type="date"
      required
      value={values[name]}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  )
  const count = (name: "seats" | "fullScholarships" | "partialScholarships", label: string) => (
    <TextField
      label={label}
      type="number"
      min={0}
      required
      value={String(values[name])}
      onChange={(event) => setValues({ ...values, [name]: Number(event.target.value) })}
    />
  )
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {day("startsOn", "First class")}
        {day("applyBy", "Last day to apply")}
        {day("enrolBy", "Last day to take a place")}
        {count("seats", "Seats")}
        {count("fullScholarships", "Full scholarships")}
        {count("partialScholarships", "Partial scholarships")}
      </div>
      <Checkbox
        label="Open for applications"
        hint="Opening tells everybody who asked to be told, once a seat is free. Saving confirms the date."
        checked={values.isOpen}
        onChange={(event) => setValues({ ...values, isOpen: event.target.checked })}
      />
      <ReasonField required value={reason} onChange={(event) => setReason(event.target.value)} />
      {movesDays && isSeen && <CohortChange effect={seen.effect} />}
      <FormTrouble message={troubleOf(save.error ?? look.error)} />
      <SaveOrCancel
        label={movesDays ? saveLabel(isSeen ? seen.effect : undefined) : undefined}
        isBusy={save.isPending || look.isPending}
        onCancel={onDone}
      />
    </form>
  )
}

const troubleOf = (error: Error | null): string | undefined => (error ? messageOf(error, noAnswerMessage) : undefined)

/** Other days are looked at before they are saved. */
function saveLabel(effect: CohortEffect | undefined): string {
  if (!effect) return "See what changes"
  if (effect.people === 0) return "Save"
  return effect.people === 1 ? "Save and tell 1 person" : `Save and tell ${formatNumber(effect.people)} people`
}
