import type { ReactElement } from "react"
import type { CurrentUser } from "#web/lib/session.ts"
import { JourneyView } from "./journey-view.tsx"

/** For admitted learners (specification §2 and §9). */
export function FusionView({ user }: { user: CurrentUser }): ReactElement {
  return (
    <JourneyView
      user={user}
      headline="Congratulations"
      sentence={`You are admitted to ${user.program}.`}
      buttonLabel="Open the program resources"
      buttonNote="The program resources are not on this installation yet."
      stepsTitle="Your Next Steps"
      steps={[
        "Access the Scrum Fundamentals course.",
        "Explore the program modules in the Modules section.",
        "Prepare for live interactive sessions.",
      ]}
      notes={[
        "Complete the Scrum Fundamentals course before sessions begin.",
        "The handbook holds the course structure and the timelines.",
        "Module materials are updated regularly.",
      ]}
    />
  )
}
