import type { ComponentProps, ReactElement } from "react"
import { Link } from "react-router"
import { classNames } from "#web/ui/theme/class-names.ts"
import { type ButtonLook, buttonLook } from "./button-style.ts"

interface LinkButtonProps extends ComponentProps<typeof Link>, ButtonLook {}

/** A link that looks like a button: for going somewhere, not for doing something. */
export function LinkButton({ variant, size, wide, className, ...rest }: LinkButtonProps): ReactElement {
  return <Link {...rest} className={classNames(buttonLook({ variant, size, wide }), className)} />
}
