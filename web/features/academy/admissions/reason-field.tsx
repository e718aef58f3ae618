import type { ComponentProps, ReactElement } from "react"
import { declineReasonNames, declineReasons } from "#contract/catalogue/applications.ts"
import { reasonHint } from "#web/content/reason-hint.ts"
import { Button } from "#web/ui/button/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"

/** Why something is done: the operators' log keeps it with every change. */
export function ReasonField(
  props: Omit<ComponentProps<typeof TextField>, "label" | "optional"> & { optional?: boolean | undefined },
): ReactElement {
  return (
    <TextField name="reason" label="Reason" hint={reasonHint("team", props.optional)} autoComplete="off" {...props} />
  )
}

interface SaveOrCancelProps {
  /** What the press does, where it is more than saving. */
  label?: string | undefined
  isBusy: boolean
  onCancel: () => void
}

/** The end of a form that opened in its place: it is sent, or closed as it was. */
export function SaveOrCancel({ label = "Save", isBusy, onCancel }: SaveOrCancelProps): ReactElement {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={isBusy}>
        {label}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

const declineChoices = declineReasonNames.map((name) => ({ value: name, label: declineReasons[name].label }))

/** Why an applicant is declined, from the list that the letters have words for. */
export function DeclineReasonField(
  props: Omit<ComponentProps<typeof SelectField>, "label" | "choices" | "placeholder" | "hint">,
): ReactElement {
  return (
    <SelectField
      label="Why"
      hint="The letter tells it to the applicant, before your own words."
      placeholder="Choose a reason"
      choices={declineChoices}
      {...props}
    />
  )
}
