import { Pause, Play, RotateCcw, X } from "lucide-react"
import type { ReactElement } from "react"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { formatNumber } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { SmallPhotoNote } from "./small-photo-note.tsx"
import type { ChosenPhoto, Photo } from "./use-photo.ts"

interface ChosenViewProps {
  photo: Photo
  chosen: ChosenPhoto
  disabled: boolean
}

/** The chosen photo with its name, on its way or there, and the way to take it off again. */
export function ChosenView({ photo, chosen, disabled }: ChosenViewProps): ReactElement {
  const isOnItsWay = photo.state === "reading" || photo.state === "uploading"
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-3">
      <div className="flex items-center gap-4">
        <img
          src={photo.shownAt}
          alt=""
          // A kind that this browser cannot open leaves its place empty.
          onError={({ currentTarget }) => currentTarget.removeAttribute("src")}
          className="size-24 shrink-0 rounded-control bg-raised object-cover"
        />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{photo.name}</p>
          <p className="text-sm text-ink-soft tabular-nums">{describeSize(photo)}</p>
        </div>
        <Button
          variant="quiet"
          size="icon"
          aria-label={isOnItsWay ? "Cancel upload" : "Remove photo"}
          title={isOnItsWay ? "Cancel upload" : "Remove photo"}
          disabled={disabled}
          onClick={chosen.clear}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <SmallPhotoNote {...photo} />
      {isOnItsWay && <Progress label="Uploading" share={photo.state === "uploading" ? photo.share : undefined} />}
      {photo.isWaiting && isOnItsWay && (
        <p role="status" className="text-sm">
          No connection. The upload goes on from where it is when the line is back.
        </p>
      )}
      {(photo.state === "uploading" || photo.state === "paused") && (
        <Button
          variant="secondary"
          className="justify-self-start"
          disabled={disabled}
          onClick={photo.state === "paused" ? chosen.retry : chosen.pause}
        >
          {photo.state === "paused" ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          {photo.state === "paused" ? "Go on" : "Pause"}
        </Button>
      )}
      {photo.originalBytes !== undefined && photo.state !== "reading" && (
        <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          <p>
            Made lighter to send: {formatBytes(photo.byteSize)} in place of {formatBytes(photo.originalBytes)}.
          </p>
          <button
            type="button"
            className="min-h-11 text-indigo underline"
            disabled={disabled}
            onClick={chosen.sendOriginal}
          >
            Send the original
          </button>
        </div>
      )}
      {photo.state === "failed" && (
        <div role="alert" className="grid gap-2">
          <p className="text-sm text-clay">{photo.problem}</p>
          <Button variant="secondary" className="justify-self-start" onClick={chosen.retry}>
            <RotateCcw aria-hidden="true" />
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

/** Pixels and megabytes, as far as they are known. */
function describeSize({ width, height, byteSize, state }: Photo): string {
  const pixels = width > 0 ? `${formatNumber(width)} × ${formatNumber(height)} px` : ""
  const bytes = byteSize > 0 ? `${(byteSize / 1_000_000).toFixed(byteSize < 10_000_000 ? 2 : 1)} MB` : ""
  const size = [pixels, bytes].filter(Boolean).join(", ")
  return size || (state === "reading" ? "Opening" : "")
}
