import type { ReactElement } from "react"
import { useCohort } from "#web/lib/academy/use-cohort.ts"
import { useFeeOnItsWay } from "#web/lib/academy/use-fee-on-its-way.ts"
import { useMainStep } from "#web/lib/page/use-main-step.ts"
import { signUpAddress } from "#web/lib/session/destination.ts"
import { type ButtonLook, buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"

/** Id of the place where a page tells the dates, or takes the address of whoever waits. */
export const datesId = "dates"

/**
 * To the application while it can be made, as far as one knows, for a visitor by way of an account; to the payment of a fee that is
 * on its way; else to the form for an address that waits.
 */
export function ApplyLink({ slug, ...look }: ButtonLook & { slug: string }): ReactElement {
  const cohort = useCohort(slug)
  const step = useMainStep()
  const payment = useFeeOnItsWay(step.to === "/app")
  if (cohort && cohort.state !== "open") {
    return (
      <a href={`#${datesId}`} className={buttonLook(look)}>
        Tell me when it opens
      </a>
    )
  }
  if (payment !== undefined) {
    return (
      <LinkButton to={`/payment/${payment}`} {...look}>
        Your payment is on its way
      </LinkButton>
    )
  }
  const application = `/billing?program=${slug}`
  return (
    <LinkButton to={step.to === "/app" ? application : signUpAddress(application)} {...look}>
      Apply
    </LinkButton>
  )
}
