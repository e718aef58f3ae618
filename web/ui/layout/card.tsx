import type { ComponentProps, ReactElement } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface CardProps extends ComponentProps<"div"> {
  /** "raised" stands on a surface, "plain" on the page. */
  tone?: "plain" | "raised" | undefined
  /** No inner space, for a card that starts with a picture. */
  isFlush?: boolean | undefined
}

/** A panel that holds one thing. */
export function Card({ tone = "plain", isFlush = false, className, ...rest }: CardProps): ReactElement {
  return (
    <div
      {...rest}
      className={classNames(
        "rounded-card border border-line",
        tone === "raised" ? "bg-raised shadow-soft" : "bg-surface",
        isFlush ? "overflow-hidden" : "p-6",
        className,
      )}
    />
  )
}
