import type { ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"
import type { useWaysToPay } from "./use-ways-to-pay.ts"

/** Beside a pay button that is dead because the ways to pay did not load: asks for them once more. */
export function AskAgain({ ways }: { ways: ReturnType<typeof useWaysToPay> }): ReactElement | null {
  if (!ways.didFail) return null
  return (
    <Button variant="secondary" busy={ways.isAsking} onClick={ways.askAgain}>
      Try again
    </Button>
  )
}
