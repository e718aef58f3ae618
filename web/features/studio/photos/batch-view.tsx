import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Brush, Download, Eye, Images, RotateCcw, Scissors, Share2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import {
  type Batch,
  type BatchItem,
  type BatchRecipe,
  orderSets,
  retryBatch,
  setOf,
  stopBatch,
} from "#contract/studio/batches.ts"
import { PhotoResult } from "#contract/studio/photos.ts"
import type { RunStatus } from "#contract/studio/runs.ts"
import { PutOnShelf } from "#web/content/put-on-shelf.tsx"
import { expectOutcomeAgain } from "#web/content/work-outcome.tsx"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { backgroundOf, cutOutAddress, photoToolAddress, type ShownColours } from "#web/lib/photos/photo-tools.ts"
import { picturePath, previewPath } from "#web/lib/photos/picture-path.ts"
import { isOpen } from "#web/lib/studio/runs.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { SettleView } from "./settle-view.tsx"

interface BatchViewProps {
  batch: Batch
  onChange: (batch: Batch) => void
  onNew: () => void
}

/** A batch that was started: every photo's state, and what can be done with the whole. */
export function BatchView({ batch, onChange, onNew }: BatchViewProps): ReactElement {
  const { id, items, feeCredits } = batch
  const queries = useQueryClient()
  const onError = (error: unknown) => notify.error(messageOf(error, "That did not work. Please try again."))
  const stop = useMutation({ mutationFn: () => call(stopBatch, { params: { batchId: id } }), onError })
  const retry = useMutation({
    mutationFn: () => call(retryBatch, { params: { batchId: id } }),
    onSuccess: () => expectOutcomeAgain(queries, id),
    onError,
  })
  const fees = useFees()
  const place = useMutation({
    mutationFn: () => call(orderSets, { params: { batchId: id } }),
    onSuccess: () => expectOutcomeAgain(queries, id),
    onError,
  })
  const [looking, setLooking] = useState<readonly UnsureItem[]>([])
  const unsure = items.flatMap(unsureOf)
  const waiting = items.filter(({ run }) => resultOf(run)?.isWaiting && resultOf(run)?.isSettled)
  const show = { onSuccess: ({ data }: { data: Batch }) => onChange(data) }
  const count = (...statuses: RunStatus[]): number => items.filter(({ run }) => statuses.includes(run.status)).length
  const [ready, undone] = [count("ready"), count("failed", "cancelled")]
  const isRunning = isOpen(batch)
  if (looking.length > 0) return <SettleView cutOuts={looking} onClose={() => setLooking([])} />
  return (
    <div className="grid gap-5">
      <div className="grid gap-3 rounded-card border border-line bg-surface p-4 sm:p-5">
        <p role="status" className="font-medium tabular-nums">
          {ready - unsure.length} of {items.length} done{unsure.length > 0 && `, ${unsure.length} to look at`}
          {undone > 0 && `, ${undone} not done`}. {formatCredits(feeCredits)}
          {undone > 0 && "; you pay only for what was done"}.
        </p>
        {groundWords(batch.recipe) && <p className="text-sm text-ink-soft">{groundWords(batch.recipe)}</p>}
        {isRunning && <Progress label="Batch" share={(ready + undone) / Math.max(1, items.length)} />}
        <div className="flex flex-wrap gap-2">
          {ready > 0 && (
            <a
              href={`/photo-batches/${id}/download`}
              download
              className={buttonLook({ variant: isRunning ? "secondary" : "primary" })}
            >
              <Download aria-hidden="true" />
              Download ZIP
            </a>
          )}
          {!isRunning && <PutOnShelf urls={items.flatMap(({ run }) => resultOf(run)?.picture?.url ?? [])} />}
          {undone > 0 && (
            <Button variant="secondary" busy={retry.isPending} onClick={() => retry.mutate(undefined, show)}>
              <RotateCcw aria-hidden="true" />
              Try {undone} again
            </Button>
          )}
          {isRunning ? (
            <Button variant="secondary" busy={stop.isPending} onClick={() => stop.mutate(undefined, show)}>
              Stop
            </Button>
          ) : (
            <Button variant="quiet" onClick={onNew}>
              New batch
            </Button>
          )}
        </div>
      </div>
      {unsure.length > 0 && (
        <section aria-label="Look at these" className="grid gap-3 rounded-card bg-ochre-wash p-4 sm:p-5">
          <h2 className="text-xl">Look at these</h2>
          <p>
            We are not sure of {unsure.length} {unsure.length === 1 ? "cut-out" : "cut-outs"}. Keep, change or mend
            them, one after the other.
            {setOf(batch.recipe) !== null && " They go into the set, and are paid for it, after that."}
          </p>
          <ul className="flex gap-2 overflow-x-auto pb-1">
            {unsure.map((one) => (
              <li key={one.position} className="shrink-0">
                <button
                  type="button"
                  aria-label={`Look at ${one.name}`}
                  onClick={() => setLooking([one, ...unsure.filter((other) => other !== one)])}
                  className="checkerboard block size-24 overflow-hidden rounded-control ring-1 ring-line-strong"
                >
                  <img src={previewPath(one.path, 320)} alt="" loading="lazy" className="size-full object-contain" />
                </button>
              </li>
            ))}
          </ul>
          <Button className="justify-self-start" onClick={() => setLooking(unsure)}>
            <Eye aria-hidden="true" />
            Look at {unsure.length === 1 ? "it" : `all ${unsure.length}`}
          </Button>
        </section>
      )}
      {waiting.length > 0 && (
        <div className="grid gap-3 rounded-card border border-line bg-surface p-4 sm:p-5">
          <p>
            {waiting.length === 1
              ? "One cut-out that you looked at is"
              : `${waiting.length} cut-outs that you looked at are`}{" "}
            ready for the set.
          </p>
          <Button className="justify-self-start" busy={place.isPending} onClick={() => place.mutate(undefined, show)}>
            <Images aria-hidden="true" />
            Put into the set ({waiting.length * fees.scene} credit)
          </Button>
        </div>
      )}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
        {items.map((item) => (
          <Item key={item.position} item={item} recipe={batch.recipe} />
        ))}
      </ul>
    </div>
  )
}

interface UnsureItem {
  position: number
  /** Of the cut-out. */
  id: string
  name: string
  path: string
}

function resultOf({ result }: BatchItem["run"]): PhotoResult | null {
  return PhotoResult.safeParse(result).data ?? null
}

/** The cut-out of a photo that nobody has looked at though it is not sure. */
function unsureOf({ position, name, run }: BatchItem): UnsureItem[] {
  const cutOut = run.status === "ready" ? resultOf(run)?.toLookAt : null
  return cutOut ? [{ position, id: cutOut.id, name, path: picturePath(cutOut.url) }] : []
}

const stateWords: Record<RunStatus, string> = {
  waiting: "Waiting",
  running: "Working",
  ready: "Done",
  failed: "Failed",
  cancelled: "Stopped",
}

/** The colours behind a cut-out in the download; none where it is transparent or part of the picture. */
function groundOf({ tool, ground, colour, from, to }: BatchRecipe): ShownColours | undefined {
  if (tool !== "cut-out" || ground === "transparent" || ground === "set") return undefined
  if (ground === "gradient") return { from, to }
  const one = ground === "white" ? "#ffffff" : colour
  return { from: one, to: one }
}

const groundNames = { white: "white", colour: "the colour you chose", gradient: "the gradient you chose" } as const

/** Which background the download has, where the pictures themselves have none. */
function groundWords({ tool, ground }: BatchRecipe): string | null {
  if (tool !== "cut-out" || ground === "transparent" || ground === "set") return null
  return `In the ZIP, each product stands on ${groundNames[ground]}.`
}

function Item({ item: { name, position, run }, recipe }: { item: BatchItem; recipe: BatchRecipe }): ReactElement {
  const result = resultOf(run)
  const picture = result?.picture ?? null
  const cutOut = run.kind === "cut-out" ? picture : (result?.cutOut ?? null)
  const seen = picture ?? cutOut
  const path = seen && picturePath(seen.url)
  const isDoubtful = result !== null && !result.isSettled
  const ground = groundOf(recipe)
  return (
    <li className="grid content-start gap-2 overflow-hidden rounded-card border border-line bg-surface pb-3">
      <div className="checkerboard aspect-square" style={ground && { background: backgroundOf(ground) }}>
        {path && (
          <a
            href={path}
            target="_blank"
            rel="noopener"
            aria-label={`View Image ${position + 1}`}
            className="block size-full"
          >
            <img src={previewPath(path, 320)} alt={name} loading="lazy" className="size-full object-contain" />
          </a>
        )}
      </div>
      <p className="truncate px-3 text-sm">{name}</p>
      <p className="px-3">
        <Badge
          tone={
            run.status === "ready" && !isDoubtful && !result?.isWaiting
              ? "leaf"
              : run.status === "failed"
                ? "clay"
                : "ochre"
          }
        >
          {isDoubtful ? "Waits for your look" : result?.isWaiting ? "Ready for the set" : stateWords[run.status]}
        </Badge>
      </p>
      {run.failure && <p className="px-3 text-sm text-clay">{run.failure}</p>}
      {isDoubtful && result.toLookAt === null && (
        <p className="px-3 text-sm text-ink-soft">
          Its cut-out is <TextLink to="/photo-gallery/trash">in the trash</TextLink>.
        </p>
      )}
      {picture && (
        <p className="px-3">
          <LinkButton
            variant="secondary"
            wide
            to={photoToolAddress.export(picture.url, ground)}
            aria-label={`Download for… ${name}`}
          >
            <Share2 aria-hidden="true" />
            Download for…
          </LinkButton>
        </p>
      )}
      {cutOut && (
        <p className="px-3">
          {run.kind === "cut-out" ? (
            <LinkButton variant="secondary" wide to={photoToolAddress.refine(cutOut.id)} aria-label={`Refine ${name}`}>
              <Brush aria-hidden="true" />
              Refine
            </LinkButton>
          ) : (
            <LinkButton variant="secondary" wide to={cutOutAddress(cutOut.id)} aria-label={`Cut-out of ${name}`}>
              <Scissors aria-hidden="true" />
              Cut-out
            </LinkButton>
          )}
        </p>
      )}
    </li>
  )
}
