import { CircleAlert, CircleCheck, LoaderCircle, RotateCw, X } from "lucide-react"
import type { ReactElement } from "react"
import type { PhotoFinding } from "#contract/studio/trainings.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { type DatasetPhoto, isUsable } from "./dataset.ts"

interface PhotoPreviewProps {
  photo: DatasetPhoto
  findings: readonly PhotoFinding[] | undefined
  isLocked: boolean
  onRemove: () => void
  onRetry: () => void
}

/** One chosen photo: how it looks, what is found about it, and how far it is up. */
export function PhotoPreview({ photo, findings, isLocked, onRemove, onRetry }: PhotoPreviewProps): ReactElement {
  const { name } = photo.file
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      <div className="relative aspect-square bg-raised">
        <img src={photo.preview} alt={name} className="size-full object-cover" />
        <Button
          variant="secondary"
          size="icon"
          className="absolute top-2 right-2"
          aria-label={`Remove ${name}`}
          disabled={isLocked}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <div className="grid gap-2 p-3 text-sm">
        <p className="truncate font-medium">{name}</p>
        {photo.originalBytes !== undefined && photo.file.size < photo.originalBytes && (
          <p className="text-ink-soft tabular-nums">
            Shrunk from {formatBytes(photo.originalBytes)} to {formatBytes(photo.file.size)} before upload
          </p>
        )}
        <Verdict findings={findings} />
        {photo.progress !== undefined && <Progress label={`Uploading ${name}`} share={photo.progress} />}
        {photo.hasFailed && (
          <Button variant="secondary" onClick={onRetry}>
            <RotateCw aria-hidden="true" /> Retry
          </Button>
        )}
      </div>
    </li>
  )
}

function Verdict({ findings }: Pick<PhotoPreviewProps, "findings">): ReactElement {
  if (findings === undefined) {
    return (
      <p className="flex items-center gap-1.5 text-ink-soft">
        <LoaderCircle aria-hidden="true" className="size-4 shrink-0 animate-spin" /> Looking at it
      </p>
    )
  }
  const isFine = findings.every(({ severity }) => severity === "note")
  return (
    <div role="status" className="grid gap-1.5">
      {isFine && (
        <p className="flex items-center gap-1.5 text-leaf">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0" /> Good to train with
        </p>
      )}
      {!isFine && isUsable(findings) && <p>Can be used; a better one makes a better shoot.</p>}
      {findings.map(({ code, severity, words, retake }) => (
        <div key={code} className={severity === "stop" ? "text-clay" : "text-ink-soft"}>
          <p className="flex gap-1.5">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" /> {words}
          </p>
          <p className="pl-5.5 text-ink-soft">{retake}</p>
        </div>
      ))}
    </div>
  )
}
