import { useQuery } from "@tanstack/react-query"
import { Camera, Pause, Play, RotateCcw, X } from "lucide-react"
import { type ReactElement, useEffect, useEffectEvent, useRef } from "react"
import { imagesBucketId, sizeLimitWords } from "#contract/hosted/files.ts"
import { messages } from "#contract/messages.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { formatNumber } from "#web/lib/format/format.ts"
import { maxPhotoBytes, namePhotoKinds, photoTypes } from "#web/lib/photos/prepare-photo.ts"
import { holdsPicture } from "#web/lib/photos/upload-file.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { StoredPhotosNote } from "#web/ui/layout/stored-photos-note.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import type { ChosenPhoto, Photo } from "./use-photo.ts"

interface PhotoPickerProps {
  label: string
  chosen: ChosenPhoto
  /** More than one photo was given. */
  onMany?: ((files: readonly File[]) => void) | undefined
  /** False where another one on the screen takes what is pasted. */
  takesPaste?: boolean
  disabled: boolean
}

/** Takes one photo: dropped, chosen, taken with the camera or pasted. */
export function PhotoPicker({ label, chosen, onMany, takesPaste = true, disabled }: PhotoPickerProps): ReactElement {
  const { photo, choose } = chosen
  const readsHeic = useQuery(studioQuery).data?.readsHeic ?? false
  const camera = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]): void => {
    const [first, ...others] = files
    if (!first) return
    if (others.length === 0) choose(first)
    else {
      notify.error(messages.imageMissing)
      onMany?.(files)
    }
  }
  usePaste((files) => {
    if (!disabled && takesPaste) take(files)
  })
  if (photo) {
    return (
      <div className="grid gap-2">
        <ChosenView photo={photo} chosen={chosen} disabled={disabled} />
        <StoredPhotosNote count={photo.isFromBefore && !disabled ? 1 : 0} onClear={chosen.clear} />
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <Dropzone
        label={label}
        hint={`Drop here, press to choose${takesPaste ? ", or paste" : ""}. ${namePhotoKinds(readsHeic)}, up to ${sizeLimitWords(imagesBucketId)}.`}
        accept={photoTypes}
        holdsAccepted={holdsPicture}
        maxBytes={maxPhotoBytes}
        minBytes={1}
        onFiles={take}
        disabled={disabled}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ target }) => {
          take([...(target.files ?? [])])
          target.value = ""
        }}
      />
      <Button variant="secondary" className="pointer-fine:hidden" onClick={() => camera.current?.click()}>
        <Camera aria-hidden="true" />
        Take a photo
      </Button>
    </div>
  )
}

function ChosenView({
  photo,
  chosen,
  disabled,
}: {
  photo: Photo
  chosen: ChosenPhoto
  disabled: boolean
}): ReactElement {
  const isOnItsWay = photo.state === "reading" || photo.state === "uploading"
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-3">
      <div className="flex items-center gap-4">
        <img src={photo.shownAt} alt="" className="size-24 shrink-0 rounded-control bg-raised object-cover" />
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

function usePaste(take: (files: File[]) => void): void {
  const handle = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith("image/"))
    if (files.length > 0) take(files)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => handle(event)
    document.addEventListener("paste", listener)
    return () => document.removeEventListener("paste", listener)
  }, [])
}
