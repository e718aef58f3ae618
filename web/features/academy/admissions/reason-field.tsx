import type { ComponentProps, ReactElement } from "react"
import { reasonHint } from "#web/content/reason-hint.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"

/** Why something is done: the operators' log keeps it with every change. */
export function ReasonField(props: Omit<ComponentProps<typeof TextField>, "label">): ReactElement {
  return <TextField name="reason" label="Reason" hint={reasonHint()} autoComplete="off" {...props} />
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
