import type { ReactElement } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface MarkProps {
  /** Size by class; drawn on a 16 px grid, so it is crisp from 16 px up. */
  className?: string | undefined
}

/** The mark: a ring of resist with a stem, at once an "a", an eye and a lens; the pupil is the warm dye. */
export function Mark({ className }: MarkProps): ReactElement {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={classNames("size-8 shrink-0", className)}>
      <rect width="32" height="32" rx="8" className="fill-mark" />
      <path
        d="M24 8v16M23 16a8 8 0 1 1-16 0a8 8 0 0 1 16 0"
        transform="translate(0.5 0)"
        fill="none"
        className="stroke-on-cloth"
        strokeWidth="3.4"
        strokeLinecap="round"
      />
      <circle cx="15.5" cy="16" r="2.9" className="fill-ochre" />
    </svg>
  )
}

interface LogoProps extends MarkProps {
  /** The product's name, set in the display face beside the mark. */
  name: string
  /** Shows the mark alone; the name is still read out. */
  isMarkOnly?: boolean | undefined
}

/** Mark and wordmark. The word is live text, so a product by another name needs no new drawing. */
export function Logo({ name, isMarkOnly = false, className }: LogoProps): ReactElement {
  return (
    <span className={classNames("inline-flex items-center gap-2.5", className)}>
      <Mark />
      <span className={isMarkOnly ? "sr-only" : "font-display text-xl leading-none font-bold tracking-[-0.04em]"}>
        {name}
      </span>
    </span>
  )
}
