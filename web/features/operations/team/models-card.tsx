import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { type AddableModel, addModel, listModels, removeModel } from "#contract/operations/models.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { Card } from "#web/ui/layout/card.tsx"

/** How often is asked how far it is, in milliseconds. */
const askEveryMs = 2_000

/** Which way cut-outs are made, and the published models that make them better. */
export function ModelsCard(): ReactElement {
  const [asking, setAsking] = useState<{ model: AddableModel; isRemoval: boolean }>()
  const queries = useQueryClient()
  const models = useQuery({
    queryKey: ["listModels"],
    queryFn: async () => (await call(listModels)).data,
    refetchInterval: ({ state }) => (state.data?.models.some(({ adding }) => adding) ? askEveryMs : false),
  })
  if (models.isPending) return <Skeleton className="h-32" />
  if (models.error) {
    return <NotLoaded title="The models did not load" error={models.error} onRetry={models.refetch} />
  }
  const dialog = {
    onDone: () => queries.invalidateQueries({ queryKey: ["listModels"] }),
    onClose: () => setAsking(undefined),
  }
  return (
    <Card className="grid gap-4">
      <div className="grid max-w-measure gap-1">
        <h2 className="text-xl">Cut-outs</h2>
        <p className="text-ink-soft wrap-anywhere">They are made {models.data.cutOuts}.</p>
      </div>
      <ul className="grid gap-4" aria-label="Models">
        {models.data.models.map((model) => (
          <li key={model.id}>
            <Model model={model} onAsk={(isRemoval) => setAsking({ model, isRemoval })} />
          </li>
        ))}
      </ul>
      {asking?.isRemoval === false && <AddDialog {...dialog} model={asking.model} />}
      {asking?.isRemoval && (
        <ReasonDialog
          {...dialog}
          title={`Remove ${asking.model.title}`}
          description="New cut-outs are made without it, at once. It can be added again."
          button="Remove"
          isDanger
          send={(reason) => call(removeModel, { params: { modelId: asking.model.id }, body: { reason } })}
        />
      )}
    </Card>
  )
}

function Model({ model, onAsk }: { model: AddableModel; onAsk: (isRemoval: boolean) => void }): ReactElement {
  const { title, added, adding, problem, downloadBytes } = model
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-medium">{title}</span>
        <Badge tone={added === "" ? "neutral" : "leaf"}>{added === "" ? "Not added" : "At work"}</Badge>
      </div>
      {problem !== "" && <p className="max-w-measure text-clay wrap-anywhere">{problem}</p>}
      {adding ? (
        <div className="grid max-w-measure gap-2">
          <p className="text-sm wrap-anywhere" role="status">
            {adding.step}
            {adding.total > 0 && `: ${formatBytes(adding.done)} of ${formatBytes(adding.total)}`}
          </p>
          <Progress label={`Adding ${title}`} share={adding.total > 0 ? adding.done / adding.total : undefined} />
        </div>
      ) : added === "" ? (
        <Button className="justify-self-start" onClick={() => onAsk(false)}>
          Add {title} ({formatBytes(downloadBytes)})
        </Button>
      ) : (
        <>
          <p className="text-sm text-ink-soft wrap-anywhere">{added}</p>
          <Button variant="secondary" className="justify-self-start" onClick={() => onAsk(true)}>
            Remove {title}
          </Button>
        </>
      )}
    </div>
  )
}

interface AddDialogProps {
  model: AddableModel
  onDone: () => Promise<void>
  onClose: () => void
}

function AddDialog({ model, ...dialog }: AddDialogProps): ReactElement {
  const { id, title, facts, downloadBytes, diskBytes } = model
  return (
    <ReasonDialog
      {...dialog}
      title={`Add ${title}`}
      description={`${formatBytes(downloadBytes)} are fetched from the npm registry, and ${formatBytes(diskBytes)} stay on the server's disk. Nothing needs to be started again.`}
      button="Add it"
      send={async (reason, form) => {
        if (!form.has("isAgreed")) throw new Error("Please agree first.")
        return call(addModel, { params: { modelId: id }, body: { isAgreed: true, reason } })
      }}
    >
      <ul className="mb-3 grid list-disc gap-2 pl-5 text-sm">
        {facts.map((fact) => (
          <li key={fact} className="wrap-anywhere">
            {fact}
          </li>
        ))}
      </ul>
      <Checkbox name="isAgreed" label="I have read this and agree." required className="mb-2" />
    </ReasonDialog>
  )
}
