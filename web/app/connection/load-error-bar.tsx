import { CloudOff } from "lucide-react"
import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react"
import { limitRead } from "#web/lib/calls/read-limit.ts"
import { useOnline } from "#web/lib/page/use-online.ts"
import { untilNextTry } from "#web/lib/uploads/turns.ts"
import { Button } from "#web/ui/button/button.tsx"
import { loadTrouble } from "#web/ui/overlay/load-error.ts"

interface LoadTroubleBarProps {
  /** Address of the page that is waited for. */
  wantedAddress: () => string | undefined
}

/** Tries by itself after a failure and after each return of the line: three minutes with their pauses. */
const mostTries = 10

/**
 * Over the screen that stands, when the next one could not be fetched. It asks again by itself when the line is back, for a
 * while; a press asks at once, or takes the newest version.
 */
export function LoadTroubleBar({ wantedAddress }: LoadTroubleBarProps): ReactElement | null {
  const trouble = useSyncExternalStore(loadTrouble.subscribe, loadTrouble.current, () => undefined)
  const isOnline = useOnline()
  const [isTrying, setIsTrying] = useState(false)
  useEffect(() => {
    // Each return of the line begins the tries anew.
    if (!trouble || !isOnline) return
    const end = new AbortController()
    const goOn = async (): Promise<void> => {
      for (let tries = 1; tries <= mostTries; tries++) {
        await untilNextTry(tries, null, end.signal)
        if ((await canReachServer()) && (await trouble.retry())) return
      }
    }
    // It ends with what it waited for.
    goOn().catch(() => undefined)
    return () => end.abort()
  }, [trouble, isOnline])
  if (!trouble) return null
  const retry = async (): Promise<void> => {
    setIsTrying(true)
    const isReachable = await canReachServer()
    const isThere = isReachable && (await trouble.retry())
    setIsTrying(false)
    // Some browsers remember for as long as the page lives that a file could not be had.
    if (isReachable && !isThere) location.assign(wantedAddress() ?? location.href)
  }
  return (
    <div
      role="alert"
      data-stays-in-sight=""
      className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+var(--docked)+0.75rem)] z-60 max-h-[60dvh] overflow-y-auto mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line-strong bg-raised p-4 text-ink shadow-soft"
    >
      <CloudOff aria-hidden="true" className="size-6 shrink-0 text-clay" />
      <p className="min-w-48 flex-1">
        <strong className="block font-semibold">The next page could not be loaded.</strong>
        {isOnline
          ? "It is asked for again by itself. You can also reload to get the newest version."
          : "You are offline. It goes on by itself when the connection is back."}
      </p>
      <div className="flex gap-2">
        <Button busy={isTrying} onClick={() => void retry()}>
          Retry
        </Button>
        <Button variant="secondary" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  )
}

function canReachServer(): Promise<boolean> {
  const address = new URL("/healthz", location.origin)
  return limitRead((signal) => fetch(address, { cache: "no-store", signal })).then(
    (answer) => answer.ok,
    () => false,
  )
}
