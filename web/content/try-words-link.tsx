import { ArrowRight } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { findMode } from "#contract/catalogue/modes.ts"
import { useMainStep } from "#web/lib/page/use-main-step.ts"
import { signUpAddress } from "#web/lib/session/destination.ts"
import { leaveDraft } from "#web/lib/stored/draft-key.ts"
import { classNames } from "#web/ui/theme/class-names.ts"

interface TryWordsLinkProps {
  /** The very words that drew a picture. */
  prompt: string
  /** Label of the picture's shape. */
  shape: string
  /** Mode that draws like it. */
  modeSlug: string
  /** Tells one of these links from the next when they are read out. */
  name: string
  /** Lies on the lower edge of a picture that is a link of its own, instead of making all of its box one. */
  isOnPicture?: boolean
}

/** Letters of an address that every server and proxy between takes. */
const longestAddress = 2_000

const boxLook =
  "mt-auto inline-flex min-h-11 items-center gap-2 text-sm font-medium text-indigo underline-offset-4 group-hover:underline after:absolute after:inset-0"
// Where nothing can hover, it is always there.
const pictureLook =
  "absolute bottom-2 left-2 inline-flex min-h-11 items-center gap-2 rounded-full bg-cloth/70 px-4 text-sm font-medium text-on-cloth transition-opacity hover:bg-cloth focus-visible:opacity-100 mouse-only:opacity-0 mouse-only:group-focus-within:opacity-100 mouse-only:group-hover:opacity-100"

/**
 * Takes words to the generator, by way of an account for those who have none yet. All of the box around it can be
 * pressed, unless it lies on a picture.
 */
export function TryWordsLink({ prompt, shape, modeSlug, name, isOnPicture }: TryWordsLinkProps): ReactElement {
  const step = useMainStep()
  const mode = findMode(modeSlug)
  const whole = `${mode.screen}?${new URLSearchParams({ mode: mode.slug, prompt, shape })}`
  // Very long words go with this tab alone.
  const generator = whole.length > longestAddress ? `${mode.screen}?mode=${mode.slug}` : whole
  return (
    <Link
      to={step.to === "/app" ? generator : signUpAddress(generator)}
      onClick={() => leaveDraft(prompt, shape)}
      className={isOnPicture ? pictureLook : boxLook}
    >
      Try these words
      <span className="sr-only">: {name}</span>
      <ArrowRight
        aria-hidden="true"
        className={classNames("size-4", !isOnPicture && "transition-transform group-hover:translate-x-1")}
      />
    </Link>
  )
}
