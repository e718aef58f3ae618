import { ArrowRight } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { findMode } from "#contract/catalogue/modes.ts"
import { signUpAddress } from "#web/lib/destination.ts"
import { leaveDraft } from "#web/lib/draft-key.ts"
import { useMainStep } from "#web/lib/use-main-step.ts"

interface TryWordsLinkProps {
  /** The very words that drew a picture. */
  prompt: string
  /** Label of the picture's shape. */
  shape: string
  /** Mode that draws like it. */
  modeSlug: string
  /** Tells one of these links from the next when they are read out. */
  name: string
}

/**
 * Takes words to the generator, by way of an account for those who have none yet. All of the box around it can be
 * pressed.
 */
export function TryWordsLink({ prompt, shape, modeSlug, name }: TryWordsLinkProps): ReactElement {
  const step = useMainStep()
  const mode = findMode(modeSlug)
  const generator = `${mode.screen}?${new URLSearchParams({ mode: mode.slug, prompt, shape })}`
  return (
    <Link
      to={step.to === "/app" ? generator : signUpAddress(generator)}
      onClick={() => leaveDraft(prompt, shape)}
      className="mt-auto inline-flex min-h-11 items-center gap-2 text-sm font-medium text-indigo underline-offset-4 group-hover:underline after:absolute after:inset-0"
    >
      Try these words
      <span className="sr-only">: {name}</span>
      <ArrowRight aria-hidden="true" className="size-4 transition-transform group-hover:translate-x-1" />
    </Link>
  )
}
