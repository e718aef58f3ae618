import type { ComponentProps, ReactElement } from "react"
import { Link } from "react-router"
import { classNames } from "#web/ui/theme/class-names.ts"

/** A link inside text: underlined, so colour is never the only sign. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>): ReactElement {
  return (
    <Link
      {...rest}
      className={classNames(
        "font-medium text-indigo in-[.bg-ochre-wash]:text-ink underline decoration-1 underline-offset-4 hover:decoration-2",
        className,
      )}
    />
  )
}
