import type { ReactElement } from "react"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { Button } from "#web/ui/button/button.tsx"
import { ErrorState } from "#web/ui/layout/empty-state.tsx"

interface NotLoadedProps {
  /** What did not load: "The orders did not load". */
  title: string
  error: unknown
  onRetry: () => unknown
}

/** Stands where something should be that did not load: why, and a button that asks again. */
export function NotLoaded({ title, error, onRetry }: NotLoadedProps): ReactElement {
  return (
    <ErrorState
      title={title}
      text={messageOf(error, noAnswerMessage)}
      action={<Button onClick={() => onRetry()}>Try again</Button>}
    />
  )
}
