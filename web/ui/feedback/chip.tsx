import { X } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

const chipLook = "inline-flex min-h-11 items-center gap-2 rounded-full border px-4 font-medium transition-colors"

interface ChipProps {
  children: ReactNode
  isPressed: boolean
  onPress: () => void
  className?: string | undefined
}

/** A filter that is on or off. */
export function Chip({ children, isPressed, onPress, className }: ChipProps): ReactElement {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className={classNames(
        chipLook,
        isPressed
          ? "border-indigo bg-indigo text-on-indigo hover:bg-indigo-press"
          : "border-line-strong bg-raised hover:bg-indigo-wash",
        className,
      )}
    >
      {children}
    </button>
  )
}

interface RemovableChipProps {
  children: string
  onRemove: () => void
}

/** A thing that was chosen and can be taken away again. */
export function RemovableChip({ children, onRemove }: RemovableChipProps): ReactElement {
  return (
    <span className={classNames(chipLook, "border-line bg-surface pr-0")}>
      {children}
      <button
        type="button"
        aria-label={`Remove ${children}`}
        onClick={onRemove}
        className="grid size-11 place-items-center rounded-full text-ink-soft hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </span>
  )
}
