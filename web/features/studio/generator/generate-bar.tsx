import type { ReactElement, Ref } from "react"
import { BuyCredits } from "#web/content/buy-credits.tsx"
import { Button } from "#web/ui/button/button.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { usePageHas } from "#web/ui/layout/use-page-has.ts"
import type { Draft } from "./order/draft.ts"
import { countChoices } from "./order/order-cost.ts"
import { VisibilitySwitch } from "./visibility-switch.tsx"

interface GenerateBarProps {
  /** Words of the button with its price. */
  label: string
  /** Words of the button while it works; undefined while it can be pressed. */
  busyWords: string | undefined
  /** Why the button cannot be pressed, or what is missing; undefined when all is well. */
  reason: string | undefined
  isDisabled: boolean
  /** Credits without which the button would be refused: the way to buy them stands in its place. 0 shows the button. */
  toBuy: number
  buyLink: Ref<HTMLAnchorElement>
  canBePrivate: boolean | undefined
  isPublic: boolean
  waitsForReview: boolean
  onVisibility: (wantsPublic: boolean) => void
  /** Pictures of the order; undefined where a mode makes one at a time. */
  count: Draft["count"] | undefined
  onCount: (count: Draft["count"]) => void
}

/**
 * How many pictures, who will see them, and the button beside both, docked at the lower edge. On phones that is the button
 * alone: what is docked there takes no more than a fifth of the screen.
 */
export function GenerateBar(props: GenerateBarProps): ReactElement {
  usePageHas("docked")
  const { label, busyWords, reason, isDisabled, toBuy, buyLink } = props
  const { canBePrivate, isPublic, waitsForReview, onVisibility, count, onCount } = props
  // On phones the switch is above, and who sees the pictures stands beside the button all the same.
  const seenBy = isPublic
    ? waitsForReview
      ? "Public pictures, after a review"
      : "Public pictures"
    : "Private pictures"
  return (
    <div className="grid gap-6 max-lg:[&_:is(a,input)]:scroll-mb-32 lg:sticky lg:gap-2 lg:bottom-0 lg:z-20 lg:-mx-1 lg:border-t lg:border-line lg:bg-ground lg:px-1 lg:pt-2 lg:pb-4 low:static">
      {count !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span aria-hidden="true" className="text-sm font-medium sm:text-base">
            Number of images
          </span>
          <Segmented
            label="Number of images"
            hideLabel
            choices={countChoices.map((choice) => ({ value: choice, label: choice }))}
            value={count}
            onPick={onCount}
            className="min-w-40 sm:min-w-48"
          />
        </div>
      )}
      <VisibilitySwitch
        canBePrivate={canBePrivate}
        isPublic={isPublic}
        waitsForReview={waitsForReview}
        onChange={onVisibility}
      />
      <div data-docked="" className="grid gap-1 tall:at-lower-edge short:at-lower-edge">
        {toBuy > 0 && busyWords === undefined ? (
          <BuyCredits ref={buyLink} missing={toBuy} />
        ) : (
          <>
            <Button
              type="submit"
              size="large"
              wide
              disabled={isDisabled}
              busy={busyWords !== undefined}
              busyWords={busyWords}
              aria-label={busyWords === undefined ? undefined : `${label}: ${busyWords}`}
              aria-describedby="generate-reason"
              title="Ctrl or ⌘ with Enter"
            >
              {label}
            </Button>
            <p id="generate-reason" role="status" className="truncate text-center text-sm text-ink-soft empty:hidden">
              {reason ?? (canBePrivate !== undefined && <span className="lg:hidden">{seenBy}</span>)}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
