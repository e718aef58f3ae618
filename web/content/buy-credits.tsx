import { type ReactElement, type Ref, useId } from "react"
import { formatCredits } from "#web/lib/format/format.ts"
import { useSession } from "#web/lib/session/session.ts"
import { confirmWords, useWelcomeCredits } from "#web/lib/session/use-welcome-credits.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"

interface BuyCreditsProps {
  /** How many more the press needs that this stands in place of. */
  missing: number
  ref?: Ref<HTMLAnchorElement>
}

/** In place of a button that spends more credits than there are: the way to buy some, and how many are missing. */
export function BuyCredits({ missing, ref }: BuyCreditsProps): ReactElement {
  const id = useId()
  const { isAuthenticated, isEmailVerified } = useSession()
  const welcomeCredits = useWelcomeCredits()
  const waiting = isAuthenticated && !isEmailVerified ? welcomeCredits : 0
  return (
    <div className="grid gap-2">
      <LinkButton ref={ref} to="/credits-billing" size="large" wide aria-describedby={id}>
        Buy credits
      </LinkButton>
      <p id={id} role="status" className="text-center text-sm text-ink-soft">
        {formatCredits(missing)} missing
        {waiting > 0 && `. ${confirmWords(waiting)}`}
      </p>
    </div>
  )
}
