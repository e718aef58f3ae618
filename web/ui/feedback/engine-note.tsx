import { Cpu } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { Badge } from "./badge.tsx"

interface EngineNoteProps {
  /** What that means for the work at hand; where pictures are drawn, when nothing is given. */
  children?: ReactNode | undefined
}

/** Says where the work is done when no photographic AI model is behind it. */
export function EngineNote({ children = "Rendered on this computer." }: EngineNoteProps): ReactElement {
  return (
    <p className="mt-4 flex flex-wrap items-center justify-center gap-x-3 gap-y-2 border-t border-line pt-4 text-center text-sm text-ink-soft">
      <Badge>
        <Cpu aria-hidden="true" className="size-4" />
        Local engine
      </Badge>
      {children} Connect a hosted engine for photographic AI models.
    </p>
  )
}
