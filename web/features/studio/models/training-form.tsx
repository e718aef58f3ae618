import { useQuery } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useState } from "react"
import type { ShootStyle } from "#contract/catalogue/styles.ts"
import { shotAllowance, trainingPrice, trainingRules } from "#contract/catalogue/trainings.ts"
import { messages } from "#contract/messages.ts"
import { ExamplePicture, ShowExamples } from "#web/content/example-picture.tsx"
import { PayButton } from "#web/content/pay-button.tsx"
import { stylePicture } from "#web/content/style-pictures.ts"
import { ApiError } from "#web/lib/calls/api-error.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { photoTypes } from "#web/lib/photos/prepare-photo.ts"
import { holdsPicture } from "#web/lib/photos/upload-file.ts"
import { useSession } from "#web/lib/session/session.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { EngineNote } from "#web/ui/feedback/engine-note.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { Switch } from "#web/ui/form/switch.tsx"
import { StoredPhotosNote } from "#web/ui/layout/stored-photos-note.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { isUsable, judge, missingWords } from "./dataset.ts"
import { IncludedNote, useIncludedTraining } from "./included-training.tsx"
import { PhotoPreview } from "./photo-preview.tsx"
import { TrainingSteps } from "./training-steps.tsx"
import { UnseenCutOuts } from "./unseen-cut-outs.tsx"
import { useDataset } from "./use-dataset.ts"
import { useLooks } from "./use-looks.ts"
import { useStartTraining } from "./use-start-training.ts"

interface TrainingFormProps {
  style: ShootStyle
  /** Reference of a paid order that includes a training; "" leaves it to the server. */
  reference: string
}

/** Photos become a model and a shoot: what to send, what is found about it, and the start. */
export function TrainingForm({ style, reference }: TrainingFormProps): ReactElement {
  const dataset = useDataset(useSession().id)
  const { photos, leftOut, add, remove, retry } = dataset
  const [wantsPublic, setWantsPublic] = useState(false)
  const [hasRights, setHasRights] = useState(false)
  const [wasPressed, setWasPressed] = useState(false)
  const studio = useQuery(studioQuery).data
  const fees = useFees()
  const included = useIncludedTraining(reference)
  const start = useStartTraining(style, reference, dataset)
  const looks = useLooks(dataset)
  const findings = judge(photos)
  const missing = missingWords(photos)
  const fromBefore = photos.filter(({ isFromBefore }) => isFromBefore)
  const canBePrivate = studio?.canBePrivate
  const trainer = studio?.kinds.training
  const outOfOrder = trainer?.refusal ?? null
  // Until it is known who trains, the higher price stands there.
  const learns = trainer?.isLocalEngine !== true
  const { feeCredits, count } = trainingPrice(fees, learns)
  const cost = feeCredits * count
  // Nobody is sent to buy credits before it is known whether an order includes the training.
  const missingCredits = useMissingCredits(included === null ? cost : undefined, start.error)
  const isShort = start.error instanceof ApiError && start.error.type === "not_enough_credits"

  const good = photos.filter(({ id }) => isUsable(findings.get(id)))
  const unseen = looks.unseenOf(good)
  const isBusy = start.isPending || looks.look.isPending

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (missingCredits > 0 || isBusy) return
    setWasPressed(true)
    const refusal = photos.length < trainingRules.minImages ? messages.imagesTooFew : missing
    if (refusal !== "") notify.error(refusal)
    if (refusal !== "" || !hasRights) return
    // The wish, known to have paid or not: the server opens free results by itself (docs/product-rules.md#free-is-public).
    const order = { photos: good, isPublic: wantsPublic, isIncluded: Boolean(included) }
    // An engine of this computer sets the cut-outs into scenes: the unsure ones are looked at before anything is paid.
    if (trainer?.isLocalEngine)
      looks.look.mutate(good, { onSuccess: (areSettled) => areSettled && start.mutate(order) })
    else start.mutate(order)
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className="grid items-start gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-8"
    >
      <div className="grid gap-6">
        <TrainingSteps />
        <div>
          <h2 className="mb-3 text-lg">What a {style.name} shoot looks like</h2>
          <ul className="grid grid-cols-3 gap-2.5">
            {style.templates.slice(0, 6).map(({ name, title }) => (
              <li key={name} className="aspect-square overflow-hidden rounded-control bg-raised">
                <ExamplePicture src={stylePicture(style.slug, name)} alt={title} seed={name.length} />
              </li>
            ))}
          </ul>
          <ShowExamples className="mt-3" />
        </div>
        <Dropzone
          label="Photos of your product"
          hint={`Up to ${trainingRules.maxImages}. Drop them here, or press to choose`}
          accept={photoTypes}
          holdsAccepted={holdsPicture}
          describe={(file) => `${file.name} is not a supported file type`}
          onFiles={add}
          error={leftOut > 0 ? `Too many files. ${leftOut} ${leftOut === 1 ? "was" : "were"} left out.` : undefined}
          disabled={start.isPending}
        />
        <StoredPhotosNote
          count={start.isPending ? 0 : fromBefore.length}
          onClear={() => {
            for (const { id } of fromBefore) remove(id)
          }}
        />
      </div>
      <section aria-label="Chosen photos" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {photos.length === 0 ? (
          <p className="grid min-h-24 place-items-center lg:min-h-60 rounded-card border border-line bg-surface p-6 text-center text-ink-soft">
            {messages.trainingEmptyPreview}
          </p>
        ) : (
          <ul
            className={classNames(
              "grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-3",
              // Many photos scroll in a frame of their own, so that the way to the button stays short.
              photos.length > 6 &&
                "max-lg:max-h-[70dvh] max-lg:overflow-y-auto max-lg:rounded-card max-lg:border max-lg:border-line max-lg:p-2",
            )}
          >
            {photos.map((photo) => (
              <PhotoPreview
                key={photo.id}
                photo={photo}
                findings={findings.get(photo.id)}
                isLocked={start.isPending}
                onRemove={() => remove(photo.id)}
                onRetry={() => void retry(photo)}
              />
            ))}
          </ul>
        )}
      </section>
      <div className="grid gap-6">
        <Switch
          label="Display Public"
          hint={whoSees(canBePrivate, wantsPublic)}
          checked={canBePrivate === false || wantsPublic}
          disabled={!canBePrivate}
          onCheckedChange={setWantsPublic}
        />
        <Checkbox
          label="I have the right to use these photos."
          checked={hasRights}
          onChange={(event) => setHasRights(event.target.checked)}
          error={wasPressed && !hasRights ? "Please confirm that you may use these photos." : undefined}
        />
        <div className="grid gap-2">
          {included && <IncludedNote order={included} />}
          {outOfOrder !== null && <p className="rounded-control bg-ochre-wash p-3 text-sm">{outOfOrder}</p>}
          {!isBusy && unseen.length > 0 && (
            <UnseenCutOuts
              photos={unseen}
              busy={looks.settle.isPending}
              onTake={(id, answer) => looks.settle.mutate({ id, answer })}
              onLeaveOut={remove}
            />
          )}
          <PayButton
            type="submit"
            missing={outOfOrder === null ? missingCredits : 0}
            busy={isBusy}
            busyWords={
              looks.look.isPending ? `Cutting out ${looks.done} of ${good.length}` : messages.trainingSubmitting
            }
            disabled={photos.length === 0 || outOfOrder !== null || unseen.length > 0}
          >
            Start your {style.name} shoot now ({included ? "included" : `${cost} credit`})
          </PayButton>
          <p role="status" className="min-h-6 text-center text-sm text-ink-soft">
            {photos.length > 0 && missing !== ""
              ? missing
              : included
                ? ""
                : learns
                  ? `The training and a first shoot of ${shotAllowance.training} pictures; credits return if it fails.`
                  : `${count} pictures at ${formatCredits(feeCredits)} each. Only those that are made are paid.`}
          </p>
          {start.error instanceof ApiError && (
            <p role="alert" className="text-center text-sm text-clay">
              {start.error.message}
            </p>
          )}
          {isShort && missingCredits === 0 && (
            <LinkButton to="/credits-billing" variant="secondary">
              Buy credits
            </LinkButton>
          )}
          {trainer?.isLocalEngine && (
            <EngineNote>
              Your product is cut out of its photos and set into each scene: its shape and colours come from your photos
              and no new side of it can be shown. Nothing else is learned.
            </EngineNote>
          )}
        </div>
      </div>
    </form>
  )
}

/** @param canBePrivate undefined until it is known: a payer's model is not called free meanwhile */
function whoSees(canBePrivate: boolean | undefined, wantsPublic: boolean): string {
  if (canBePrivate === undefined) return "Looking up who can see the pictures of this model."
  if (!canBePrivate) return "Results made with free credits are public."
  return wantsPublic ? "Everyone can see the pictures of this model." : "Only you can see the pictures of this model."
}
