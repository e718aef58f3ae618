import { Check } from "lucide-react"
import type { ReactElement } from "react"
import { shownPrompt } from "#contract/shown-prompt.ts"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import { classNames } from "#web/ui/theme/class-names.ts"

interface ChosenTileProps {
  document: OwnPicture
  image: ReactElement
  isChosen: boolean
  /** @param isRange whether all from the one before on are meant */
  onToggle: (id: string, isRange: boolean) => void
}

/** One picture while pictures are chosen: a press takes it or leaves it. */
export function ChosenTile({ document, image, isChosen, onToggle }: ChosenTileProps): ReactElement {
  return (
    <div
      className={classNames(
        "relative size-full overflow-hidden rounded-card border-4 bg-surface select-none has-focus-visible:outline-2 has-focus-visible:-outline-offset-2",
        isChosen ? "border-indigo" : "border-transparent",
      )}
    >
      {image}
      <span
        className={classNames(
          "absolute top-2 left-2 grid size-8 place-items-center rounded-full border-2",
          isChosen ? "border-indigo bg-indigo text-on-indigo" : "border-line-strong bg-raised text-transparent",
        )}
      >
        <Check aria-hidden="true" className="size-5" />
      </span>
      {/* Over all of it: Firefox lets no press with Shift through a label. */}
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={shownPrompt(document.prompt)}
        onChange={({ nativeEvent }) =>
          onToggle(document.$id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </div>
  )
}
