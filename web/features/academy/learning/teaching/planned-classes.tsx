import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { cancelClass, changeClass, type StaffClass } from "#contract/academy/teaching.ts"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** The moment of a field that asks for one on the reader's own clock; "" for none. */
export function momentOf(field: string): string {
  const moment = new Date(field)
  return Number.isNaN(moment.getTime()) ? "" : moment.toISOString()
}

/** A moment as such a field shows it. */
function fieldOf(moment: string): string {
  const at = new Date(moment)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface PlannedClassesProps {
  classes: readonly StaffClass[]
  cohorts: readonly { id: string; name: string }[]
  queryKey: QueryKey
}

/** Live classes with who came in, to be changed and called off: one, or it and those that follow. */
export function PlannedClasses({ classes, cohorts, queryKey }: PlannedClassesProps): ReactElement {
  const [asked, setAsked] = useState<{ what: "change" | "cancel"; live: StaffClass }>()
  const close = (): void => setAsked(undefined)
  return (
    <Card className="grid content-start gap-4 lg:col-span-2">
      <h2 className="text-xl">Classes</h2>
      {classes.length === 0 && <p className="text-ink-soft">No class is on the calendar yet.</p>}
      <ul aria-label="Classes" className="grid divide-y divide-line">
        {classes.map((live) => {
          const { id, title, startsAt, minutes, cohortId, attended, following } = live
          return (
            <li key={id} className="flex flex-wrap items-center gap-3 py-3">
              <div className="min-w-0 grow wrap-anywhere">
                <p className="font-medium">{title}</p>
                <p className="text-sm text-ink-soft">
                  {cohorts.find((cohort) => cohort.id === cohortId)?.name} · {formatZonedMoment(startsAt)} · {minutes}{" "}
                  min
                </p>
                <p className="text-sm">
                  {attended.length > 0 ? `Came: ${attended.join(", ")}` : "Nobody has come in yet."}
                </p>
              </div>
              {following > 0 && <Badge>{following === 1 ? "1 follows" : `${following} follow`}</Badge>}
              <span className="flex flex-wrap gap-2">
                {new Date(startsAt) > new Date() && (
                  <Button
                    variant="secondary"
                    aria-label={`Change ${title}`}
                    onClick={() => setAsked({ what: "change", live })}
                  >
                    Change
                  </Button>
                )}
                <Button
                  variant="quiet"
                  aria-label={`Call off ${title}`}
                  onClick={() => setAsked({ what: "cancel", live })}
                >
                  Call off
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {asked?.what === "change" && <Change live={asked.live} queryKey={queryKey} onClose={close} />}
      {asked?.what === "cancel" && <Cancel live={asked.live} queryKey={queryKey} onClose={close} />}
    </Card>
  )
}

interface DialogProps {
  live: StaffClass
  queryKey: QueryKey
  onClose: () => void
}

function useAct(queryKey: QueryKey, act: (form: FormData) => Promise<{ message: string }>) {
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey })
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: ({ message }) => {
      notify.success(message)
      return readAgain()
    },
    onError: (error) => (error instanceof ApiError ? readAgain() : undefined),
  })
  return { ...mutation, refusal: mutation.error ? messageOf(mutation.error, noAnswerMessage) : undefined }
}

/** Which classes of a repetition are meant; asked only where some follow. */
function WhichField({ following }: { following: number }): ReactElement | null {
  if (following === 0) return null
  const choices = [
    { value: "one", label: "This class only" },
    {
      value: "following",
      label: following === 1 ? "This one and the one that follows" : `This one and the ${following} that follow`,
    },
  ]
  return <SelectField name="which" label="Which" choices={choices} />
}

const whichOf = (form: FormData): "one" | "following" => (form.get("which") === "following" ? "following" : "one")

function Change({ live, queryKey, onClose }: DialogProps): ReactElement {
  const { id: classId, title, startsAt, minutes, joinUrl, following, version } = live
  const change = useAct(queryKey, (form) => {
    const body = {
      title: String(form.get("title")),
      startsAt: momentOf(String(form.get("startsAt"))),
      minutes: Number(form.get("minutes")),
      joinUrl: String(form.get("joinUrl")),
      which: whichOf(form),
      version,
    }
    return call(changeClass, { params: { classId }, body })
  })
  return (
    <FormDialog
      title="Change the class"
      description="When it is moved, its cohort is told once, however many follow."
      button="Save"
      isBusy={change.isPending}
      onSend={(form) => change.mutate(form, { onSuccess: onClose })}
      onClose={onClose}
    >
      <WhichField following={following} />
      <TextField name="title" label="Title" defaultValue={title} />
      <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField name="startsAt" label="Begins, your time" type="datetime-local" defaultValue={fieldOf(startsAt)} />
        <TextField name="minutes" label="Minutes" type="number" min={5} max={600} defaultValue={minutes} />
      </div>
      <TextField name="joinUrl" label="Link of the call" type="url" defaultValue={joinUrl} />
      <FormTrouble message={change.refusal} />
    </FormDialog>
  )
}

function Cancel({ live, queryKey, onClose }: DialogProps): ReactElement {
  const { id: classId, title, startsAt, following } = live
  const cancel = useAct(queryKey, (form) => call(cancelClass, { params: { classId }, body: { which: whichOf(form) } }))
  const isComing = new Date(startsAt) > new Date()
  return (
    <FormDialog
      title={`Call off “${title}”?`}
      description={
        isComing
          ? "Its cohort is told once, however many follow. This cannot be undone."
          : following === 0
            ? "It goes from the calendar. Nobody is told, since it has begun. This cannot be undone."
            : "It goes from the calendar. If those that follow go with it, its cohort is told once of the ones still to come. This cannot be undone."
      }
      button="Call it off"
      isDanger
      isBusy={cancel.isPending}
      onSend={(form) => cancel.mutate(form, { onSuccess: onClose })}
      onClose={onClose}
    >
      <WhichField following={following} />
      <FormTrouble message={cancel.refusal} />
    </FormDialog>
  )
}
