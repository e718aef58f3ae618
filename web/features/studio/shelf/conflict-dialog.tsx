import type { ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { type Draft, differences } from "./draft.ts"

interface ConflictDialogProps {
  mine: Draft
  theirs: Draft
  onMine: () => void
  onTheirs: () => void
}

/** Two phones changed one product: shows what each says, and lets the person choose. */
export function ConflictDialog({ mine, theirs, onMine, onTheirs }: ConflictDialogProps): ReactElement {
  return (
    <Dialog
      open
      title="Changed on another device"
      description="This product was saved somewhere else while you were writing. Nothing is lost yet: choose which one stays."
      actions={
        <>
          <Button variant="secondary" onClick={onTheirs}>
            Take the other one
          </Button>
          <Button onClick={onMine}>Save mine</Button>
        </>
      }
    >
      <ul className="grid gap-4">
        {differences(mine, theirs).map(({ name, mine: here, theirs: there }) => (
          <li key={name}>
            <p className="font-medium">{name}</p>
            <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
              <dt className="text-ink-soft">Mine</dt>
              <dd dir="auto" className="line-clamp-4 wrap-anywhere">
                {here}
              </dd>
              <dt className="text-ink-soft">Other</dt>
              <dd dir="auto" className="line-clamp-4 wrap-anywhere">
                {there}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
