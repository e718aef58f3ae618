import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Brush, Download, RotateCcw, Scissors, Share2 } from "lucide-react"
import type { ReactElement } from "react"
import { type Batch, type BatchItem, retryBatch, stopBatch } from "#contract/studio/batches.ts"
import { PhotoResult } from "#contract/studio/photos.ts"
import type { RunStatus } from "#contract/studio/runs.ts"
import { expectOutcomeAgain } from "#web/content/work-outcome.tsx"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { cutOutAddress, photoToolAddress } from "#web/lib/photos/photo-tools.ts"
import { picturePath, previewPath } from "#web/lib/photos/picture-path.ts"
import { isOpen } from "#web/lib/studio/runs.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

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
  const show = { onSuccess: ({ data }: { data: Batch }) => onChange(data) }
  const count = (...statuses: RunStatus[]): number => items.filter(({ run }) => statuses.includes(run.status)).length
  const [ready, undone] = [count("ready"), count("failed", "cancelled")]
  const isRunning = isOpen(batch)
  return (
    <div className="grid gap-5">
      <div className="grid gap-3 rounded-card border border-line bg-surface p-4 sm:p-5">
        <p role="status" className="font-medium tabular-nums">
          {ready} of {items.length} done{undone > 0 && `, ${undone} not done`}. {formatCredits(feeCredits)}
          {undone > 0 && "; you pay only for what was done"}.
        </p>
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
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
        {items.map((item) => (
          <Item key={item.position} item={item} />
        ))}
      </ul>
    </div>
  )
}

const stateWords: Record<RunStatus, string> = {
  waiting: "Waiting",
  running: "Working",
  ready: "Done",
  failed: "Failed",
  cancelled: "Stopped",
}

function Item({ item: { name, position, run } }: { item: BatchItem }): ReactElement {
  const result = PhotoResult.safeParse(run.result)
  const picture = result.success ? result.data.picture : null
  const path = picture && picturePath(picture.url)
  const cutOut = result.success ? (run.kind === "cut-out" ? picture : result.data.cutOut) : null
  return (
    <li className="grid content-start gap-2 overflow-hidden rounded-card border border-line bg-surface pb-3">
      <div className="checkerboard aspect-square">
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
        <Badge tone={run.status === "ready" ? "leaf" : run.status === "failed" ? "clay" : "ochre"}>
          {stateWords[run.status]}
        </Badge>
      </p>
      {run.failure && <p className="px-3 text-sm text-clay">{run.failure}</p>}
      {result.success && !result.data.isSure && (
        <p className="px-3 text-sm">
          {cutOut ? (
            <TextLink to={cutOutAddress(cutOut.id)}>Look at this one: we are not sure of the edge</TextLink>
          ) : (
            "Look at this one: we are not sure of the edge"
          )}
        </p>
      )}
      {picture && (
        <p className="px-3">
          <LinkButton
            variant="secondary"
            wide
            to={photoToolAddress.export(picture.url)}
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
