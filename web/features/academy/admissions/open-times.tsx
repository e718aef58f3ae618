import { useMutation } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { openSlots } from "#contract/academy/interviews-admin.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { useAdminAct } from "./admin-call.ts"
import { ReasonField } from "./reason-field.tsx"
import { zoneChoices } from "./slot-days.ts"

/** What the form begins with. */
export interface OfferedTimes {
  day: string
  times: string
  minutes: string
  place: string
}

interface OpenTimesProps {
  offered: OfferedTimes
  /** The zone of the calendar; another one can be chosen. */
  zone: string
  onDone: (opened: OfferedTimes) => void
  onClose: () => void
}

/** Opens times of one day, which applicants can book then. */
export function OpenTimes({ offered, zone, onDone, onClose }: OpenTimesProps): ReactElement {
  const act = useAdminAct()
  const open = useMutation({
    mutationFn: async (form: FormData) => {
      const word = (name: string): string => String(form.get(name) ?? "").trim()
      const given = { day: word("day"), times: word("times"), minutes: word("minutes"), place: word("place") }
      const body = {
        ...given,
        times: given.times.split(/[\s,;]+/).filter(Boolean),
        minutes: Number(given.minutes),
        timeZone: word("timeZone"),
        program: word("program") || null,
        reason: word("reason"),
      }
      await act(() => call(openSlots, { body }))
      return given
    },
  })
  const fields = open.error instanceof ApiError ? open.error.fields : undefined
  // A list's trouble stands at its first wrong entry.
  const times = Object.entries(fields ?? {}).find(([name]) => name.startsWith("times"))?.[1]
  return (
    <FormDialog
      title="Open times"
      description="Several times of a day have commas between them. Each can be booked by one applicant."
      button="Open"
      isBusy={open.isPending}
      // An answer closes the dialog that asked for it, not one that was opened since.
      onSend={(form) => open.mutate(form, { onSuccess: onDone })}
      onClose={onClose}
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField name="day" label="Day" type="date" defaultValue={offered.day} error={fields?.day} />
        <TextField name="times" label="Times" defaultValue={offered.times} error={times} autoComplete="off" />
        <TextField
          name="minutes"
          label="Minutes"
          type="number"
          min={10}
          max={180}
          defaultValue={offered.minutes}
          error={fields?.minutes}
        />
        <SelectField name="timeZone" label="Time zone" defaultValue={zone} choices={zoneChoices(zone)} />
        <TextField name="place" label="Link or phone number" defaultValue={offered.place} error={fields?.place} />
        <SelectField
          name="program"
          label="Program"
          choices={[
            { value: "", label: "Every program" },
            ...programCards.filter(({ disabled }) => !disabled).map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
        />
      </div>
      <ReasonField optional error={fields?.reason} />
      <FormTrouble message={open.error ? messageOf(open.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
