import type { ReactElement } from "react"
import { isMissing, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { ErrorState } from "#web/ui/layout/empty-state.tsx"

interface OrderTroubleProps {
  /** What did not load: "Receipt". */
  heading: string
  title: string
  error: Error
  onRetry: () => unknown
}

/** Stands for a page about an order that did not load; one that is not there leads to the person's own orders. */
export function OrderTrouble({ heading, title, error, onRetry }: OrderTroubleProps): ReactElement {
  const action = isMissing(error) ? (
    <LinkButton to="/account">Your orders</LinkButton>
  ) : (
    <Button onClick={() => onRetry()}>Try again</Button>
  )
  return (
    <>
      <h1 className="sr-only">{heading}</h1>
      <ErrorState title={title} text={messageOf(error, noAnswerMessage)} action={action} />
    </>
  )
}
