import { Cpu } from "lucide-react"
import type { ReactElement } from "react"
import { Badge } from "#web/ui/badge.tsx"

/** Says where the pictures come from when no photographic AI model is behind them. */
export function EngineNote(): ReactElement {
  return (
    <p className="mt-4 flex flex-wrap items-center justify-center gap-x-3 gap-y-2 border-t border-line pt-4 text-center text-sm text-ink-soft">
      <Badge>
        <Cpu aria-hidden="true" className="size-4" />
        Local engine
      </Badge>
      Rendered on this computer. Connect a hosted engine for photographic AI models.
    </p>
  )
}
