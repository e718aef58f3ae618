import { cva, type VariantProps } from "class-variance-authority"
import type { ReactElement, ReactNode } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

const badgeLook = cva(
  "inline-flex min-h-7 items-center gap-2 rounded-full px-3 text-sm font-medium whitespace-nowrap tabular-nums",
  {
    variants: {
      tone: {
        neutral: "bg-surface text-ink-soft ring-1 ring-line ring-inset",
        indigo: "bg-indigo-wash text-indigo",
        ochre: "bg-ochre-wash text-ink",
        leaf: "bg-leaf-wash text-leaf",
        clay: "bg-clay-wash text-clay",
        amber: "bg-amber-wash text-amber",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
)

interface BadgeProps extends VariantProps<typeof badgeLook> {
  children: ReactNode
  /** Shows a dot before the words; "pulsing" while the state is still moving. */
  dot?: "still" | "pulsing" | undefined
  className?: string | undefined
}

/** A short state that cannot be pressed. Tones: neutral, indigo, ochre, leaf (good), clay (bad), amber (waiting). */
export function Badge({ tone, dot, className, children }: BadgeProps): ReactElement {
  return (
    <span className={classNames(badgeLook({ tone }), className)}>
      {dot && (
        <span
          aria-hidden="true"
          className={classNames("size-2 rounded-full bg-current", dot === "pulsing" && "animate-breathe")}
        />
      )}
      {children}
    </span>
  )
}
