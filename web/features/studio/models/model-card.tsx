import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Ellipsis } from "lucide-react"
import { type FormEvent, type ReactElement, useState } from "react"
import { useNavigate } from "react-router"
import { isFinalStatus, trainingStatusOptions } from "#contract/catalogue/trainings.ts"
import { shownPrompt } from "#contract/shown-prompt.ts"
import { cancelModel, type Model, orderShots, renameModel } from "#contract/studio/trainings.ts"
import { BuyCredits } from "#web/content/buy-credits.tsx"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { deleteTraining } from "#web/lib/calls/backend.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatCredits, formatDate } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { usePayOnce } from "#web/lib/money/use-pay-once.ts"
import { uploadPreviewPath } from "#web/lib/photos/picture-path.ts"
import { ownModelAddress } from "#web/lib/studio/order-address.ts"
import { storeTrainingUrl } from "#web/lib/studio/training-url.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Adire } from "#web/ui/media/adire.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { timeLeft } from "./time-left.ts"

/** One model of one's own: what it is, how far it is, and what it can do. */
export function ModelCard({ model }: { model: Model }): ReactElement {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const { trainingStatus: status, images, url } = model
  const option = trainingStatusOptions.find(({ value }) => value === status)
  const isFinal = isFinalStatus(status)
  return (
    <article
      aria-label={model.title}
      className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="aspect-4/3 bg-raised">
        {images[0] ? (
          <img src={uploadPreviewPath(images[0], 320)} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Adire seed={5} columns={4} rows={3} className="text-resist" />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-start justify-between gap-2">
          <h2 className="text-lg break-words">{model.title}</h2>
          <Button
            variant="quiet"
            size="icon"
            className="-mt-2 -mr-2"
            aria-label={`More about ${model.title}`}
            onClick={() => setIsOpen(true)}
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        </div>
        <p className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={classNames("size-2.5 shrink-0 rounded-full", !isFinal && "animate-breathe")}
            style={{ backgroundColor: option?.color }}
          />
          Status: {option?.name}
        </p>
        <p className="text-sm text-ink-soft">Trigger word: {shownPrompt(model.triggerWord)}</p>
        <p className="text-ink-soft">Shoot style: {model.PrimaryStyle}</p>
        <p className="text-sm text-ink-soft">{formatDate(model.data_created)}</p>
        {!isFinal && (
          <div className="grid gap-1">
            <Progress label={`${option?.name} of ${model.title}`} share={model.progress} />
            <p role="status" className="text-sm text-ink-soft">
              {timeLeft(model)}
            </p>
          </div>
        )}
        {model.failure && <p className="text-sm text-clay">{model.failure}</p>}
        {status === "invalid_ref_code" && (
          <p className="text-sm text-ink-soft">
            Nothing was started and no credits were taken: an order starts one model, for who paid it, until its money
            goes back. Look at <TextLink to="/account#orders">your orders</TextLink>, or{" "}
            <TextLink to="/training">start a new model</TextLink>.
          </p>
        )}
        {model.isRefunded && <p className="text-sm text-ink-soft">Your credits are back.</p>}
        <div className="mt-auto flex flex-wrap gap-2 pt-2">
          {status === "photoshoot_ready" && (
            <LinkButton to={`/photoshoot-gallery?model=${model.id}`} variant="secondary">
              See Photos
            </LinkButton>
          )}
          {url && (
            <Button
              onClick={() => {
                storeTrainingUrl(url)
                navigate(ownModelAddress(model.triggerWord))
              }}
            >
              Generate Image
            </Button>
          )}
        </div>
      </div>
      {isOpen && <ModelDialog model={model} onClose={() => setIsOpen(false)} />}
    </article>
  )
}

function ModelDialog({ model, onClose }: { model: Model; onClose: () => void }): ReactElement {
  const queries = useQueryClient()
  const fees = useFees()
  const payOnce = usePayOnce()
  const [title, setTitle] = useState(model.title)
  const params = { trainingId: model.id }
  const refresh = (): void => void queries.invalidateQueries({ queryKey: queryKeys.models })
  const act = useMutation({
    mutationFn: (what: () => Promise<unknown>) => what(),
    onSuccess: refresh,
    onError: (error) => notify.error(messageOf(error, "That did not work. Please try again.")),
  })
  // An answer closes the dialog that asked for it, not one that was opened since.
  const run = (what: () => Promise<unknown>): void => act.mutate(what, { onSuccess: onClose })
  const isFinal = isFinalStatus(model.trainingStatus)
  const shots = Math.min(6, model.allowance > 0 ? model.allowance : 6)
  const shotFees = model.allowance > 0 ? 0 : shots * fees.shot
  const missingCredits = useMissingCredits(shotFees, act.error)
  const takeShots = (): Promise<unknown> => {
    const body = { count: shots }
    return payOnce.send(body, (idempotencyKey) => call(orderShots, { params, body, idempotencyKey }))
  }
  const handleRename = (event: FormEvent): void => {
    event.preventDefault()
    run(() => call(renameModel, { params, body: { title } }))
  }
  return (
    <Dialog open onOpenChange={onClose} title={model.title} description={learnedWords(model)}>
      <div className="grid gap-6">
        {model.colours.length > 0 && (
          <ul aria-label="Its colours" className="flex gap-2">
            {model.colours.map((colour) => (
              <li key={colour} title={colour}>
                <span className="block size-8 rounded-full border border-line" style={{ backgroundColor: colour }} />
                <span className="sr-only">{colour}</span>
              </li>
            ))}
          </ul>
        )}
        <p className="text-sm break-all text-ink-soft">Trigger word: {model.triggerWord}</p>
        <form onSubmit={handleRename} className="grid gap-3">
          <TextField label="Name" value={title} maxLength={80} onChange={(event) => setTitle(event.target.value)} />
          <Button type="submit" variant="secondary" disabled={title.trim() === "" || act.isPending}>
            Rename
          </Button>
        </form>
        {model.url && isFinal && (
          <div className="grid gap-2">
            {missingCredits > 0 && !act.isPending ? (
              <BuyCredits missing={missingCredits} />
            ) : (
              <Button disabled={act.isPending} onClick={() => run(takeShots)}>
                Take {shots} more pictures ({model.allowance > 0 ? "included" : formatCredits(shotFees)})
              </Button>
            )}
            <p className="text-sm text-ink-soft">
              {model.allowance > 0
                ? `${model.allowance} pictures of your order are left.`
                : "Each picture costs credits; you get them back if it fails."}
            </p>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {!isFinal && (
            <Button
              variant="secondary"
              disabled={act.isPending}
              onClick={() => run(() => call(cancelModel, { params }))}
            >
              {model.trainingStatus === "preparing_photoshoot" ? "Stop the shoot" : "Cancel the training"}
            </Button>
          )}
          <Button variant="danger" disabled={act.isPending} onClick={() => run(() => deleteTraining(model.id))}>
            Delete model
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** What became of the photos, in one sentence. */
function learnedWords({ views, findings, images, shots }: Model): string {
  if (views === 0) return `${images.length} photos.`
  const of = findings.length > 0 ? ` of ${findings.length}` : ""
  return `The product was cut out of ${views}${of} photos. ${shots} pictures were taken of it.`
}
