import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useState } from "react"
import { useSearchParams } from "react-router"
import { type ExportPresetSlug, exportPresets } from "#contract/catalogue/export-presets.ts"
import { imagesBucketId, sizeLimitWords } from "#contract/hosted/files.ts"
import { messages } from "#contract/messages.ts"
import { type Batch, type BatchRecipe, getBatch, maxBatchPhotos, startBatch } from "#contract/studio/batches.ts"
import { useAlbumChoice } from "#web/content/album-choice.tsx"
import { PayButton } from "#web/content/pay-button.tsx"
import { SmallPhotoNote } from "#web/content/photo/small-photo-note.tsx"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { formatCredits, formatNumber } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { usePayOnce } from "#web/lib/money/use-pay-once.ts"
import { uploadPreviewPath } from "#web/lib/photos/picture-path.ts"
import { maxPhotoBytes, photoTypes } from "#web/lib/photos/prepare-photo.ts"
import { holdsPicture } from "#web/lib/photos/upload-file.ts"
import { isOpen, openRunsQuery } from "#web/lib/studio/runs.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { ErrorState } from "#web/ui/layout/empty-state.tsx"
import { StoredPhotosNote } from "#web/ui/layout/stored-photos-note.tsx"
import { usePageHas } from "#web/ui/layout/use-page-has.ts"
import { type BatchGround, BatchGroundFields, firstGround } from "./batch-background.tsx"
import { BatchView } from "./batch-view.tsx"
import { useSets } from "./set-field.tsx"
import { type BatchPhoto, useBatchPhotos } from "./use-batch-photos.ts"

/** Time between two looks at a batch that is under way, in ms. */
const pollEveryMs = 1_500

/** /generations/batch: up to fifty photos, worked on in the same way. The address names the batch that is shown. */
export function Component(): ReactElement {
  const [parameters, setParameters] = useSearchParams()
  const queries = useQueryClient()
  const open = useQuery(openRunsQuery)
  const named = parameters.get("batch")
  const isNew = parameters.has("new") || parameters.has("tool")
  const batchId = named ?? (isNew ? undefined : open.data?.find(({ kind }) => kind === "batch")?.id)
  const batch = useQuery({
    queryKey: ["getBatch", batchId],
    queryFn: async ({ signal }) => (await call(getBatch, { params: { batchId: batchId ?? "" }, signal })).data,
    enabled: batchId !== undefined,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? pollEveryMs : false),
  })
  const show = (shown: Batch): void => {
    queries.setQueryData(["getBatch", shown.id], shown)
    setParameters({ batch: shown.id }, { replace: true })
  }
  const openNew = (): void => setParameters({ new: "1" })
  return (
    <div className="grid gap-6">
      <header>
        <h1 className="text-3xl">Batch</h1>
        <p className="mt-2 max-w-measure text-ink-soft">
          Up to {maxBatchPhotos} photos, all worked on in the same way. You can leave: the work goes on, and only what
          is done is paid.
        </p>
      </header>
      {batch.data ? (
        <BatchView batch={batch.data} onChange={show} onNew={openNew} />
      ) : batchId !== undefined && batch.isPending ? (
        <Progress label="Loading" />
      ) : batch.error ? (
        <ErrorState
          title="This batch could not be loaded"
          text={messageOf(batch.error, noAnswerMessage)}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button onClick={() => void batch.refetch()}>Try again</Button>
              <Button variant="secondary" onClick={openNew}>
                New batch
              </Button>
            </div>
          }
        />
      ) : (
        <BatchForm tool={parameters.get("tool") === "upscale" ? "upscale" : "cut-out"} onStarted={show} />
      )}
    </div>
  )
}

const tools = [
  { value: "cut-out", label: "Remove background" },
  { value: "upscale", label: "Upscale" },
] as const

const factors = [
  { value: "2", label: "× 2" },
  { value: "4", label: "× 4" },
] as const

function BatchForm(props: { tool: BatchRecipe["tool"]; onStarted: (batch: Batch) => void }): ReactElement {
  usePageHas("docked")
  const [tool, setTool] = useState(props.tool)
  const [sendsOriginals, setSendsOriginals] = useState(false)
  const [factor, setFactor] = useState<"2" | "4">("2")
  const [ground, setGround] = useState(firstGround)
  const [presets, setPresets] = useState<readonly ExportPresetSlug[]>([])
  const { photos, add, remove, retry, forgetStored } = useBatchPhotos(tool === "upscale" || sendsOriginals)
  const fromBefore = photos.filter(({ isFromBefore }) => isFromBefore)
  const album = useAlbumChoice()
  const fees = useFees()
  const payOnce = usePayOnce()
  const sets = useSets(ground.set)
  const hasSet = tool === "cut-out" && ground.ground === "set"
  const fee = tool === "upscale" ? fees["photo-upscaling"] : fees["bg-remover"] + (hasSet ? fees.scene : 0)
  const uploaded = photos.filter(({ state }) => state === "uploaded")
  const lighter = photos.flatMap((photo) => photo.lighter ?? [])
  const [first] = uploaded
  const isUploading = photos.some(({ state }) => state === "waiting" || state === "uploading")
  const behind: BatchGround = tool === "cut-out" ? { ...ground, set: hasSet ? sets.name : undefined } : firstGround
  const recipe: BatchRecipe = { tool, factor: factor === "4" ? 4 : 2, ...behind, presets: [...presets] }
  const order = { images: uploaded.map(({ address }) => address ?? ""), recipe, ...album.body }
  const start = useMutation({
    // Handed over by the press: what is known here may be from before the last upload had come.
    mutationFn: (body: typeof order) =>
      payOnce.send(body, (idempotencyKey) => call(startBatch, { body, idempotencyKey })),
    onSuccess: forgetStored,
  })
  const missingCredits = useMissingCredits(uploaded.length * fee, start.error)
  const isShort = start.error instanceof ApiError && start.error.type === "not_enough_credits"
  return (
    <div className="grid items-start gap-6 pb-24 lg:grid-cols-[minmax(0,1fr)_360px] lg:pb-0 xl:gap-x-10 low:pb-0">
      <div className="grid gap-4">
        <Dropzone
          label="Select images for the batch"
          hint={`Up to ${maxBatchPhotos} photos, each up to ${sizeLimitWords(imagesBucketId)}.`}
          accept={photoTypes}
          holdsAccepted={holdsPicture}
          minBytes={1}
          maxBytes={maxPhotoBytes}
          onFiles={add}
          disabled={start.isPending}
        />
        <StoredPhotosNote
          count={start.isPending ? 0 : fromBefore.length}
          onClear={() => {
            for (const { id } of fromBefore) remove(id)
          }}
        />
        {lighter.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
            <p>
              Made lighter to send: {formatBytes(lighter.reduce((sum, one) => sum + one.bytes, 0))} in place of{" "}
              {formatBytes(lighter.reduce((sum, one) => sum + one.originalBytes, 0))}.
            </p>
            <button
              type="button"
              className="min-h-11 text-indigo underline"
              disabled={start.isPending}
              onClick={() => setSendsOriginals(true)}
            >
              Send the originals
            </button>
          </div>
        )}
        {photos.length > 0 && (
          <ul className="grid gap-2 sm:grid-cols-2">
            {photos.map((photo) => (
              <PhotoLine
                key={photo.id}
                photo={photo}
                onRemove={() => remove(photo.id)}
                onRetry={() => retry(photo.id)}
              />
            ))}
          </ul>
        )}
      </div>
      <div className="grid min-w-0 gap-5 lg:sticky lg:top-26 low:static">
        <Segmented label="What is done" choices={tools} value={tool} onPick={setTool} />
        {tool === "upscale" ? (
          <Segmented label="How much larger" choices={factors} value={factor} onPick={setFactor} />
        ) : (
          <BatchGroundFields
            value={ground}
            sets={sets}
            photo={first?.address ? { address: first.address, shownAt: first.address } : undefined}
            onChange={(part) => setGround((old) => ({ ...old, ...part }))}
          />
        )}
        <details className="rounded-card border border-line bg-surface px-4 py-2">
          <summary className="flex min-h-11 cursor-pointer items-center font-medium">
            Download for… {presets.length > 0 && `(${presets.length})`}
          </summary>
          {exportPresets.map(({ slug, title }) => (
            <Checkbox
              key={slug}
              label={title}
              checked={presets.includes(slug)}
              onChange={() =>
                setPresets((old) => (old.includes(slug) ? old.filter((one) => one !== slug) : [...old, slug]))
              }
            />
          ))}
        </details>
        <p className="text-ink-soft tabular-nums" aria-live="polite">
          {uploaded.length} of {photos.length} {photos.length === 1 ? "photo" : "photos"} uploaded.{" "}
          {uploaded.length > 0 && `${uploaded.length} × ${formatCredits(fee)}.`}
          {hasSet
            ? ` For each photo: ${formatNumber(fees["bg-remover"])} for the cut-out, ${formatNumber(fees.scene)} for the set.`
            : tool === "cut-out" && ground.ground !== "transparent" && " The background is free."}
        </p>
        {start.error && (
          <div role="alert" className="grid justify-items-start gap-2">
            <p className="text-clay">{messageOf(start.error, messages.photoFailed)}</p>
            {isShort && missingCredits === 0 && <LinkButton to="/credits-billing">Buy credits</LinkButton>}
          </div>
        )}
        {album.field}
        {/* The photos push it far below: on phones it stands at the thumb. */}
        <div data-docked="" className={photos.length > 0 ? "tall:at-lower-edge short:at-lower-edge" : undefined}>
          <PayButton
            missing={missingCredits}
            busy={start.isPending}
            busyWords="Sending …"
            disabled={uploaded.length === 0 || isUploading}
            onClick={() => start.mutate(order, { onSuccess: ({ data }) => props.onStarted(data) })}
          >
            Generate ({uploaded.length * fee} credit)
          </PayButton>
        </div>
      </div>
    </div>
  )
}

function PhotoLine(props: { photo: BatchPhoto; onRemove: () => void; onRetry: () => void }): ReactElement {
  const { photo, onRemove, onRetry } = props
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface px-4 py-2">
      <div className="flex min-h-11 items-center gap-2">
        <Thumbnail photo={photo} />
        <p className="min-w-0 flex-1 truncate">{photo.name}</p>
        {photo.state === "failed" && (
          <Button variant="quiet" className="px-3" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button variant="quiet" className="px-3" onClick={onRemove}>
          Remove
          <span className="sr-only"> {photo.name}</span>
        </Button>
      </div>
      {photo.state === "uploading" && <Progress label={`Uploading ${photo.name}`} share={photo.share} />}
      <SmallPhotoNote {...photo} />
      {photo.problem && (
        <p role="alert" className="text-sm text-clay">
          {photo.problem}
        </p>
      )}
    </li>
  )
}

/** The file in hand; the copy on the server where that is gone, or where this browser cannot show it. */
function Thumbnail({ photo: { file, address } }: { photo: BatchPhoto }): ReactElement {
  const [local, setLocal] = useState<string>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setLocal(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  const shown = local ?? (address && uploadPreviewPath(address, 320))
  return (
    <span className="size-14 shrink-0 overflow-hidden rounded-control bg-raised">
      {shown && (
        <img
          src={shown}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setLocal(undefined)}
        />
      )}
    </span>
  )
}
