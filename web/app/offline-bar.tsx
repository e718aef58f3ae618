import { CloudOff } from "lucide-react"
import type { ReactElement } from "react"
import { useOnline } from "#web/lib/use-online.ts"

/** A slim line while this device has no network. */
export function OfflineBar(): ReactElement | null {
  if (useOnline()) return null
  return (
    <p
      role="status"
      className="flex items-center gap-3 border-b border-line bg-clay-wash px-4 py-2.5 text-ink sm:px-6 lg:px-10"
    >
      <CloudOff aria-hidden="true" className="size-5 shrink-0 text-clay" />
      You are offline. What you typed is kept on this device.
    </p>
  )
}
