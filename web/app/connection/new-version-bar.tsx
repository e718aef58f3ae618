import { Sparkles } from "lucide-react"
import type { ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"

/** Over a screen of an older version: it goes on as it is, and the newest is a press away. */
export function NewVersionBar({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+var(--docked)+0.75rem)] z-50 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line-strong bg-raised p-4 text-ink shadow-soft"
    >
      <Sparkles aria-hidden="true" className="size-6 shrink-0 text-indigo" />
      <p className="min-w-48 flex-1">
        <strong className="block font-semibold">There is a new version.</strong>
        This page goes on as it is. Finish what you are doing, then reload.
      </p>
      <div className="flex gap-2">
        <Button onClick={() => location.reload()}>Reload</Button>
        <Button variant="secondary" onClick={onClose}>
          Later
        </Button>
      </div>
    </div>
  )
}
