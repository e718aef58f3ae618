import type { ReactElement } from "react"
import type { CurrentUser } from "#web/lib/session.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Welcome } from "./welcome.tsx"

interface JourneyViewProps {
  user: CurrentUser
  headline: string
  /** What the person is told, with the program's name. */
  sentence: string
  /** The button, and why it cannot be pressed on this installation. */
  buttonLabel: string
  buttonNote: string
  stepsTitle: string
  steps: readonly string[]
  notes: readonly string[]
}

/** A welcome screen: where the person stands, what comes next, and what to keep in mind (specification §2, decision 68). */
export function JourneyView(props: JourneyViewProps): ReactElement {
  const { user, headline, sentence, buttonLabel, buttonNote, stepsTitle, steps, notes } = props
  return (
    <div className="grid gap-10">
      <Welcome user={user} isCardWideOnly />
      <section aria-labelledby="headline" className="grid justify-items-start gap-4">
        <h2 id="headline" className="text-3xl">
          {headline}
        </h2>
        <p className="max-w-measure text-lg">{sentence}</p>
        <Button disabled aria-describedby="button-note">
          {buttonLabel}
        </Button>
        <p id="button-note" className="text-ink-soft">
          {buttonNote}
        </p>
      </section>
      <div className="grid gap-6 lg:grid-cols-2">
        <Card className="grid content-start gap-4">
          <h2 className="text-xl">{stepsTitle}</h2>
          <ol className="grid list-decimal gap-3 pl-5 marker:text-ink-soft">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
        <Card className="grid content-start gap-4">
          <h2 className="text-xl">Important notes</h2>
          <ul className="grid list-disc gap-3 pl-5 marker:text-ink-soft">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  )
}
