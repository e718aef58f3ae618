import { CloudOff } from "lucide-react"
import type { ReactElement } from "react"
import { product } from "#contract/brand.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { useOnline } from "#web/lib/page/use-online.ts"

/** Says that what stands below is a copy, and of when; nothing for an answer of the server. */
export function StoredNotice({ keptAt }: { keptAt: Date | null }): ReactElement | null {
  const isOnline = useOnline()
  if (!keptAt) return null
  return (
    <p role="status" className="flex items-start gap-3 rounded-card bg-amber-wash p-4">
      <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-amber" />
      <span>
        {isOnline ? `${product.name} cannot be reached.` : "You are offline."} This is the copy kept on this device from{" "}
        {formatMoment(keptAt.toISOString())}.
      </span>
    </p>
  )
}
