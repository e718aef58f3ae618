import { useQuery } from "@tanstack/react-query"
import { Check } from "lucide-react"
import type { ReactElement } from "react"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import { readPreferences } from "#web/lib/session/preferences.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

interface FirstStep {
  title: string
  isDone: boolean
  /** Where it is done; the bar at the top has the button for the first. */
  link?: { label: string; path: string }
}

/** A short way in: four things (docs/product-rules.md#first-steps), the done ones ticked. Gone once all are. */
export function FirstSteps({ user }: { user: CurrentUser }): ReactElement | null {
  const { data: journey } = useQuery(journeyQuery)
  if (!journey) return null
  const { checklist } = journey
  const steps: FirstStep[] = [
    { title: "Confirm your e-mail address", isDone: checklist.isConfirmed },
    {
      title: "Make your first picture",
      isDone: checklist.hasPicture,
      link: { label: "Generate", path: "/generations/flux?mode=flux1.1-pro" },
    },
    {
      title: "Download it",
      isDone: readPreferences(user.prefs).hasDownloaded === true,
      link: { label: "Photo gallery", path: "/photo-gallery" },
    },
    {
      title: "Buy credits, or apply for a program",
      isDone: checklist.hasBought || journey.application !== null,
      link: { label: "Buy credits", path: "/credits-billing" },
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <Card className="grid gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-xl">First steps</h2>
        <p className="text-ink-soft tabular-nums">
          {done} of {steps.length} done
        </p>
      </div>
      <ol className="grid gap-2">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} />
        ))}
      </ol>
    </Card>
  )
}

function Step({ step, number }: { step: FirstStep; number: number }): ReactElement {
  const { title, isDone, link } = step
  return (
    <li className="flex min-h-11 items-center gap-3">
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-8 shrink-0 place-items-center rounded-full border-2 text-sm font-semibold tabular-nums",
          isDone ? "border-leaf bg-leaf-wash text-leaf" : "border-line text-ink-soft",
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <span className={classNames("flex-1", isDone && "text-ink-soft")}>
        {title}
        {isDone && <span className="sr-only"> (done)</span>}
      </span>
      {!isDone && link && <TextLink to={link.path}>{link.label}</TextLink>}
    </li>
  )
}
