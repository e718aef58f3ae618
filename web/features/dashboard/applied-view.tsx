import type { ReactElement } from "react"
import type { CurrentUser } from "#web/lib/session.ts"
import { JourneyView } from "./journey-view.tsx"

/** For confirmed applicants (specification §2 and §9). */
export function AppliedView({ user }: { user: CurrentUser }): ReactElement {
  return (
    <JourneyView
      user={user}
      headline="You're In!"
      sentence={`Your application for ${user.program} is confirmed and your seat is locked.`}
      buttonLabel="Open the study kit"
      buttonNote="The study kit is not on this installation yet."
      stepsTitle="What Happens Next?"
      steps={[
        "Download the study kit and work through it at home.",
        "The date of your assessment comes by e-mail and stands on this dashboard.",
        "Prepare, and join the learner community.",
      ]}
      notes={[
        "The application fee is paid once per application and is not refundable.",
        "A confirmation e-mail arrives right after the payment.",
        "If the study kit has not arrived within 24 hours, write to support.",
      ]}
    />
  )
}
