import type { ReactElement, ReactNode } from "react"
import { useShowsExamples } from "#web/lib/page/data-saver.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Card } from "#web/ui/layout/card.tsx"

interface JourneyViewProps {
  headline: string
  /** What the person is told, with the program's name. */
  sentence: string
  button: { label: string; path: string }
  stepsTitle: string
  steps: readonly { key: string; text: ReactNode }[]
  notes: readonly string[]
  /** Where the person stands; between the welcome and the lists. */
  children: ReactNode
}

/** A welcome screen: where the person stands, what comes next, and what to keep in mind. */
export function JourneyView(props: JourneyViewProps): ReactElement {
  const { headline, sentence, button, stepsTitle, steps, notes, children } = props
  const isShown = useShowsExamples()
  return (
    <div className="grid gap-10">
      <section aria-labelledby="headline" className="overflow-hidden rounded-card border border-line bg-surface">
        {isShown && (
          <img
            src="/assets/congrats.webp"
            alt=""
            width={1200}
            height={480}
            className="hidden h-48 w-full object-cover sm:block"
          />
        )}
        <div className="grid justify-items-start gap-4 p-6 sm:p-8">
          <h2 id="headline" className="text-3xl">
            {headline}
          </h2>
          <p className="max-w-measure text-lg">{sentence}</p>
          <LinkButton to={button.path} size="large">
            {button.label}
          </LinkButton>
        </div>
      </section>
      {children}
      <div className="grid gap-6 lg:grid-cols-2">
        <Card className="grid content-start gap-4">
          <h2 className="text-xl">{stepsTitle}</h2>
          <ol className="grid list-decimal gap-3 pl-5 marker:text-ink-soft">
            {steps.map(({ key, text }) => (
              <li key={key}>{text}</li>
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
