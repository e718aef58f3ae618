import { CloudOff } from "lucide-react"
import { type ReactElement, useSyncExternalStore } from "react"
import { loadTrouble } from "#web/lib/load-trouble.ts"
import { useOnline } from "#web/lib/use-online.ts"
import { Button } from "#web/ui/button.tsx"

/** Over the screen that stands, when the next one could not be fetched: try again, or take the newest version. */
export function LoadTroubleBar(): ReactElement | null {
  const trouble = useSyncExternalStore(loadTrouble.subscribe, loadTrouble.current, () => undefined)
  const isOnline = useOnline()
  if (!trouble) return null
  return (
    <div
      role="alert"
      className="fixed inset-x-3 bottom-3 z-60 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line-strong bg-raised p-4 text-ink shadow-soft"
    >
      <CloudOff aria-hidden="true" className="size-6 shrink-0 text-clay" />
      <p className="min-w-48 flex-1">
        <strong className="block font-semibold">The next page could not be loaded.</strong>
        {isOnline
          ? "Try again. If it still fails, reload to get the newest version."
          : "You are offline. Try again when the connection is back."}
      </p>
      <div className="flex gap-2">
        <Button onClick={trouble.retry}>Retry</Button>
        <Button variant="secondary" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  )
}
