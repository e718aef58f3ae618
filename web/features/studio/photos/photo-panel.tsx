import { type ReactElement, type ReactNode, useEffect, useRef } from "react"
import { messages } from "#contract/messages.ts"
import { PhotoResult } from "#contract/studio/photos.ts"
import type { Run } from "#contract/studio/runs.ts"
import { DoubtNote } from "#web/content/photo/doubt-notes.tsx"
import { ApiError, messageOf } from "#web/lib/calls/api-error.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { leftWords, useSecondsLeft, waitWords } from "#web/lib/studio/wait.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Adire } from "#web/ui/media/adire.tsx"
import { PhotoActions } from "./photo-actions.tsx"
import type { PhotoRunState } from "./use-photo-run.ts"

/** A finished photo, with addresses on this origin. */
export interface FinishedPhoto {
  id: string
  url: string
  width: number
  height: number
  /** The photo as it was; null when only this page had it. */
  sourceUrl: string | null
  sourceWidth: number
  sourceHeight: number
  isSure: boolean
  /** The cut-out that deserves a look before this counts as done. */
  toLookAt: PhotoResult["toLookAt"]
}

interface PhotoPanelProps {
  photoRun: PhotoRunState
  /** The photo of the form, shown while there is no result. */
  shownAt: string | undefined
  /** Shows what is chosen as it will become, until there is a result. */
  preview?: ReactNode
  /** In the place of a result that waits for a look of the person. */
  waiting?: ReactNode
  /** The result is shown with what can be done with it. */
  hasActions?: boolean
  /** Shows the result. */
  children: (photo: FinishedPhoto) => ReactNode
}

/** What comes of a photo: idle, busy, the result, or why not. */
export function PhotoPanel(props: PhotoPanelProps): ReactElement {
  const { photoRun, shownAt, preview, waiting, hasActions = false, children } = props
  const { run, isBusy, failure } = photoRun
  const panel = useRef<HTMLElement>(null)
  const photo = run && finishedPhoto(run)
  const toLookAt = askedToLookAt(photoRun)

  useEffect(() => {
    if (isBusy) panel.current?.scrollIntoView?.({ block: "nearest", behavior: "smooth" })
  }, [isBusy])

  return (
    <section
      ref={panel}
      aria-label="Generated Image"
      className="scroll-mt-20 rounded-card border border-line bg-surface p-3 sm:p-5"
    >
      <h2 className="mb-3 text-xl">Generated Image</h2>
      {photo && !isBusy ? (
        <>
          {children(photo)}
          {toLookAt && (
            <div role="status" className="mx-auto mt-3 max-w-2xl rounded-control bg-ochre-wash p-3 text-sm">
              <DoubtNote cutOutId={toLookAt} />
            </div>
          )}
        </>
      ) : waiting && !isBusy ? (
        waiting
      ) : (
        <Placeholder shownAt={shownAt} isBusy={isBusy} preview={preview} />
      )}
      <div className="mx-auto mt-4 grid min-h-24 max-w-2xl content-start gap-3">
        {isBusy ? (
          <Busy photoRun={photoRun} />
        ) : photo ? (
          !hasActions && <PhotoActions url={photo.url} />
        ) : failure || run?.status === "failed" ? (
          <Failed failure={failure} run={run} />
        ) : (
          !waiting && (
            <p role="status" className="pt-2 text-center text-ink-soft">
              {run?.status === "cancelled" ? "Cancelled. Your credits are back." : messages.imageIdle}
            </p>
          )
        )}
      </div>
    </section>
  )
}

/** The cut-out that the panel asks to look at, beside what was made of it; undefined where it asks for none. */
export function askedToLookAt({ run, isBusy }: PhotoRunState): string | undefined {
  const photo = run && !isBusy ? finishedPhoto(run) : null
  return photo?.toLookAt && photo.toLookAt.id !== photo.id ? photo.toLookAt.id : undefined
}

/** @returns null while there is none, and when it was deleted since */
function finishedPhoto(run: Run): FinishedPhoto | null {
  const result = PhotoResult.safeParse(run.result)
  if (!result.success || !result.data.picture) return null
  const { picture, sourceUrl, ...facts } = result.data
  return { ...facts, ...picture, url: picturePath(picture.url), sourceUrl: sourceUrl && picturePath(sourceUrl) }
}

interface PlaceholderProps {
  shownAt: string | undefined
  isBusy: boolean
  preview: ReactNode
}

function Placeholder({ shownAt, isBusy, preview }: PlaceholderProps): ReactElement {
  const busy = isBusy && <div className="absolute inset-0 animate-breathe bg-indigo/15" />
  if (preview) {
    return (
      <div className="relative mx-auto w-full max-w-[58dvh] overflow-hidden rounded-card bg-raised ring-1 ring-line">
        {preview}
        {busy}
      </div>
    )
  }
  return (
    <div className="relative mx-auto aspect-[4/3] max-h-[58dvh] overflow-hidden rounded-card bg-raised ring-1 ring-line">
      {shownAt ? (
        <img src={shownAt} alt="" className="absolute inset-0 size-full object-contain opacity-60" />
      ) : (
        <Adire seed={77} columns={4} rows={3} className="absolute inset-0 text-resist" />
      )}
      {busy}
    </div>
  )
}

function Busy({ photoRun }: { photoRun: PhotoRunState }): ReactElement {
  const { run, cancel, isCancelling } = photoRun
  const percent = Math.floor((run?.progress ?? 0) * 100)
  const isRunning = run?.status === "running"
  const secondsLeft = useSecondsLeft(run)
  return (
    <>
      <p role="status" className="text-center font-medium">
        {waitWords(secondsLeft, false)}
      </p>
      <Progress label="Working" share={isRunning && percent > 0 ? run.progress : undefined} />
      <div className="flex min-h-11 items-center justify-between gap-4 text-sm text-ink-soft tabular-nums">
        <p>
          {run === undefined ? "Sending your photo" : isRunning ? "Working" : "Waiting for a free place"}
          {isRunning && percent > 0 && `, ${percent} %`}
        </p>
        {secondsLeft !== undefined && <p>{leftWords(secondsLeft)}</p>}
        {run && (
          <Button variant="secondary" busy={isCancelling} onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </>
  )
}

function Failed({ failure, run }: { failure: unknown; run: Run | undefined }): ReactElement {
  const isShort = failure instanceof ApiError && failure.type === "not_enough_credits"
  const words = failure ? messageOf(failure, messages.photoFailed) : (run?.failure ?? messages.photoFailed)
  const isRefunded = run?.status === "failed" || (failure instanceof ApiError && failure.type === "engine_failed")
  return (
    <div role="alert" className="grid justify-items-center gap-3 pt-2 text-center">
      <p className="max-w-measure font-medium text-balance">
        {words}
        {isRefunded && <span className="block font-normal text-ink-soft">Your credits are back.</span>}
      </p>
      {isShort && <LinkButton to="/credits-billing">Buy credits</LinkButton>}
    </div>
  )
}
