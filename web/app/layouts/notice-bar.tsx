import { Info } from "lucide-react"
import type { ReactElement, ReactNode } from "react"

interface NoticeBarProps {
  children: ReactNode
  /** One quiet action, such as "Send again". */
  action?: ReactNode | undefined
}

/** A line across the content that stays until its cause is gone. */
export function NoticeBar({ children, action }: NoticeBarProps): ReactElement {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-ochre-wash px-4 py-1.5 sm:px-6 lg:px-10"
    >
      <Info aria-hidden="true" className="size-5 shrink-0 text-amber" />
      <p className="min-w-48 flex-1 py-1.5">{children}</p>
      {action}
    </div>
  )
}
