import { CircleAlert } from "lucide-react"
import type { ReactElement, ReactNode } from "react"

interface FormTroubleProps {
  /** What went wrong; nothing is shown without. */
  message: string | undefined
  /** The way on, such as a link to ask for a new mail. */
  children?: ReactNode | undefined
}

/** Why a form came to nothing, in the page and for as long as it is true. Said aloud by the passing message beside it. */
export function FormTrouble({ message, children }: FormTroubleProps): ReactElement | null {
  if (message === undefined) return null
  return (
    <div className="flex gap-3 rounded-card bg-clay-wash p-4 text-left">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-clay" />
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{message}</p>
        {children}
      </div>
    </div>
  )
}
