import { type ReactElement, useId } from "react"
import { type AspectRatio, aspectRatios, moreRatios, tileRatios } from "#contract/catalogue/aspect-ratios.ts"
import type { Mode } from "#contract/catalogue/modes.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { closedRatiosReason, isRatioOpen, ratioFacts } from "./ratio-choices.ts"

interface RatioTilesProps {
  mode: Mode
  value: AspectRatio | undefined
  onPick: (ratio: AspectRatio) => void
}

/** The dimension of the form: seven tiles, each drawn in its shape, and the other four in a list (docs/product-rules.md#shapes). */
export function RatioTiles({ mode, value, onPick }: RatioTilesProps): ReactElement {
  const id = useId()
  const reason = closedRatiosReason(mode)
  const listed = value && moreRatios.includes(value) ? value : ""
  return (
    <fieldset aria-describedby={`${id}-facts`} className="min-w-0">
      <legend className="mb-2 font-medium">Aspect ratio</legend>
      <div className="grid grid-cols-7 gap-1">
        {tileRatios.map((ratio) => (
          <RatioTile
            key={ratio}
            ratio={ratio}
            group={id}
            isChosen={ratio === value}
            reason={isRatioOpen(mode, ratio) ? undefined : reason}
            onPick={onPick}
          />
        ))}
      </div>
      <p id={`${id}-facts`} aria-live="polite" className="min-h-7 pt-2 text-sm text-ink-soft tabular-nums">
        {reason ?? (value ? ratioFacts(mode, value) : "Pick the shape of your picture.")}
      </p>
      <SelectField
        label="More shapes"
        hideLabel
        aria-required={false}
        disabled={!moreRatios.some((ratio) => isRatioOpen(mode, ratio))}
        placeholder="More shapes"
        value={listed}
        onChange={(event) => {
          const ratio = moreRatios.find((candidate) => candidate === event.target.value)
          if (ratio) onPick(ratio)
        }}
        choices={moreRatios.map((ratio) => ({
          value: ratio,
          label: `${ratio} · ${aspectRatios[ratio].use}`,
          disabled: !isRatioOpen(mode, ratio),
        }))}
        className="mt-2 -mb-6"
      />
    </fieldset>
  )
}

interface RatioTileProps {
  ratio: AspectRatio
  group: string
  isChosen: boolean
  /** Why it cannot be chosen. */
  reason: string | undefined
  onPick: (ratio: AspectRatio) => void
}

function RatioTile({ ratio, group, isChosen, reason, onPick }: RatioTileProps): ReactElement {
  return (
    <label
      title={reason ?? aspectRatios[ratio].use}
      className={classNames(
        "relative flex h-18 min-w-0 flex-col items-center justify-between rounded-control border border-line bg-raised pt-3 pb-2 transition-colors",
        "has-checked:border-indigo has-checked:bg-indigo-wash has-checked:ring-1 has-checked:ring-indigo",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo",
        reason ? "cursor-not-allowed border-dashed bg-transparent" : "hover:border-line-strong",
      )}
    >
      <input
        type="radio"
        name={group}
        value={ratio}
        checked={isChosen}
        disabled={reason !== undefined}
        onChange={() => onPick(ratio)}
        className="absolute inset-0 cursor-[inherit] opacity-0"
      />
      <span aria-hidden="true" className="grid h-7 place-items-center">
        <Shape ratio={ratio} isChosen={isChosen} isOff={reason !== undefined} />
      </span>
      <span className={classNames("text-sm leading-none font-medium tabular-nums", reason && "text-ink-soft")}>
        {ratio}
      </span>
    </label>
  )
}

/** Longest side of a drawn shape, in px. */
const shapePx = 26

function Shape({ ratio, isChosen, isOff }: { ratio: AspectRatio; isChosen: boolean; isOff: boolean }): ReactElement {
  const { width, height } = aspectRatios[ratio]
  const scale = shapePx / Math.max(width, height)
  return (
    <span
      className={classNames(
        "block rounded-[4px] border-2 transition-colors",
        isChosen ? "border-indigo bg-indigo" : isOff ? "border-line" : "border-line-strong",
      )}
      style={{ width: width * scale, height: height * scale }}
    />
  )
}
