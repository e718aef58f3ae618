import type { ReactElement, ReactNode } from "react"
import { useLocation } from "react-router"
import { TextLink } from "#web/ui/button/text-link.tsx"

/** From one account form to the other, with what is known of where the person wants to go. */
export function AuthLink({ to, children }: { to: string; children: ReactNode }): ReactElement {
  const { search, state } = useLocation()
  return (
    <TextLink to={{ pathname: to, search }} state={state}>
      {children}
    </TextLink>
  )
}
