import type { ReactElement } from "react"
import { formatNumber } from "#web/lib/format/format.ts"
import { useWelcomeCredits } from "#web/lib/session/use-welcome-credits.ts"

/** The number of free credits, as a number the server corrects in pages that were built ahead. */
export function WelcomeCredits(): ReactElement {
  const credits = useWelcomeCredits()
  return (
    <data value={credits} data-credits="welcome" suppressHydrationWarning>
      {formatNumber(credits)}
    </data>
  )
}
