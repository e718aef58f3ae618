import type { ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"

/** Says that photos of an earlier visit are here again, with the way to be rid of them. Nothing when there are none. */
export function StoredPhotosNote({ count, onClear }: { count: number; onClear: () => void }): ReactElement | null {
  if (count === 0) return null
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-soft">
      <p>{count === 1 ? "Your photo is here again." : `Your ${count} photos are here again.`}</p>
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
