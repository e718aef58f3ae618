import { useQuery } from "@tanstack/react-query"
import { Circle, CircleCheck } from "lucide-react"
import type { ReactElement } from "react"
import { readPreferences } from "#web/lib/preferences.ts"
import type { CurrentUser } from "#web/lib/session.ts"
import { useWelcomeCredits } from "#web/lib/use-welcome-credits.ts"
import { lastPicturesQuery } from "./last-pictures.tsx"

/** What a new person does first; gone when all of it is done. */
export function FirstSteps({ user }: { user: CurrentUser }): ReactElement | null {
  const { data: pictures } = useQuery(lastPicturesQuery(user.id))
  const credits = useWelcomeCredits()
  const steps = [
    { label: `Confirm your e-mail${credits > 0 ? ` (${credits} free credits)` : ""}`, isDone: user.isEmailVerified },
    { label: "Make your first picture", isDone: (pictures?.length ?? 0) > 0 },
    { label: "Download a picture", isDone: readPreferences(user.prefs).hasDownloaded === true },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (pictures === undefined || done === steps.length) return null
  return (
    <section aria-labelledby="first-steps" className="grid gap-3 rounded-card border border-line bg-surface p-5 sm:p-6">
      <h2 id="first-steps" className="text-xl">
        First steps
      </h2>
      <p className="text-ink-soft">
        {done} of {steps.length} done
      </p>
      <ol className="grid gap-1">
        {steps.map(({ label, isDone }) => (
          <li key={label} className="flex min-h-11 items-center gap-3">
            {isDone ? (
              <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-leaf" />
            ) : (
              <Circle aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
            )}
            <span className={isDone ? "text-ink-soft" : "font-medium"}>
              {label}
              <span className="sr-only">{isDone ? ", done" : ", to do"}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
