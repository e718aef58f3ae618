import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from "react"
import { useNavigate, useSearchParams } from "react-router"
import { type PhotoToolSlug, photoTools } from "#contract/catalogue/photo-tools.ts"
import { messages } from "#contract/messages.ts"
import type { CutOutBody, UpscaleBody } from "#contract/studio/photos.ts"
import { useAlbumChoice } from "#web/content/album-choice.tsx"
import { keepForLater } from "#web/content/keep-for-later.ts"
import { PayButton } from "#web/content/pay-button.tsx"
import { DoubtNotes } from "#web/content/photo/doubt-notes.tsx"
import { PhotoPicker } from "#web/content/photo/photo-picker.tsx"
import { type ChosenPhoto, type Photo, useChosenPhoto } from "#web/content/photo/use-photo.ts"
import { offlineMessage } from "#web/lib/calls/api-error.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { imageOf } from "#web/lib/photos/photo-tools.ts"
import { useSession } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { freeUpscalingQuery } from "./free-upscaling.ts"
import { handOver, takePending } from "./pending-files.ts"
import { askedToLookAt } from "./photo-panel.tsx"
import { type PhotoRunState, type SendPhoto, useAddressedRun } from "./use-photo-run.ts"

interface PhotoScreenProps<Order> {
  slug: PhotoToolSlug
  /** Name of the runs that the screen orders. */
  kind: string
  hint: string
  /** What is ordered for the photo: all that makes it another order. @param image the photo's address */
  orderOf: (image: string) => Order
  send: SendPhoto<Order>
  /** What can be chosen besides the photo. @param photo the chosen one */
  options?: (photo: Photo | undefined) => ReactNode
  /** Why the chosen photo cannot be ordered. */
  refuse?: (photo: Photo) => string | undefined
  result: (photoRun: PhotoRunState, chosen: ChosenPhoto) => ReactNode
}

/** A tool for one photo: its form on one side, what comes of it on the other. Another photo in the address begins anew. */
export function PhotoScreen<Order extends UpscaleBody | CutOutBody>(props: PhotoScreenProps<Order>): ReactElement {
  const [parameters] = useSearchParams()
  return <PhotoForm key={imageOf(parameters) ?? ""} {...props} />
}

function PhotoForm<Order extends UpscaleBody | CutOutBody>(props: PhotoScreenProps<Order>): ReactElement {
  const { slug, kind, hint, send, options, refuse, result } = props
  const album = useAlbumChoice()
  const orderOf = (image: string): Order => ({ ...props.orderOf(image), ...album.body })
  const [parameters] = useSearchParams()
  const chosen = useChosenPhoto(imageOf(parameters), slug, { keepsSize: slug === "photo-upscaling" })
  const photoRun = useAddressedRun(kind, send, chosen.forgetStored)
  const tool = photoTools.find((known) => known.slug === slug) ?? photoTools[0]
  const canBeFree = slug === "photo-upscaling"
  const isFree = useQuery({ ...freeUpscalingQuery, enabled: canBeFree }).data ?? (canBeFree ? undefined : false)
  const usualFee = useFees()[slug]
  const fee = isFree ? 0 : usualFee
  const missingCredits = useMissingCredits(isFree === undefined ? undefined : fee, photoRun.failure)
  const [isWaiting, setIsWaiting] = useState(false)
  const [many, setMany] = useState<readonly File[]>([])
  const navigate = useNavigate()
  const makeBatch = (): void => {
    handOver(many)
    void navigate(`/generations/batch?tool=${kind}`)
  }
  const { photo } = chosen
  const refusal = photo && refuse?.(photo)
  const isBusy = photoRun.isBusy || isWaiting
  const isStopped = photo?.state === "failed" || photo?.state === "paused"

  const takeHanded = useEffectEvent(() => {
    const [handed] = takePending()
    if (handed) chosen.choose(handed)
  })
  useEffect(() => takeHanded(), [])

  // Pressed while the photo is still on its way: the order follows it.
  const followUp = useEffectEvent(() => {
    setIsWaiting(false)
    if (photo?.address && !refusal) photoRun.submit(orderOf(photo.address))
  })
  const isOnItsWay = photo?.state === "uploading" || photo?.state === "reading"
  useEffect(() => {
    if (isWaiting && !isOnItsWay) followUp()
  }, [isWaiting, isOnItsWay])

  const queries = useQueryClient()
  const { id: userId } = useSession()
  const keepOrder = async ({ address }: Photo): Promise<void> => {
    const order = orderOf(address ?? "")
    const what = { kind: "photo", tool: slug, order, photo: address ? undefined : chosen.ready, credits: fee } as const
    if (await keepForLater(queries, userId, what)) chosen.clear()
    else notify.error(offlineMessage)
  }

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy || missingCredits > 0) return
    if (!photo || isStopped) notify.error(messages.imageMissing)
    else if (!navigator.onLine && (photo.address || chosen.ready)) void keepOrder(photo)
    else if (photo.address) photoRun.submit(orderOf(photo.address))
    else setIsWaiting(true)
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[320px_minmax(0,1fr)] xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-x-10">
      <div className="grid gap-6">
        <header>
          <h1 className="text-3xl">{tool.title}</h1>
          <p className="mt-2 text-ink-soft">{tool.text}</p>
          <p className="mt-2">
            <TextLink to={`/generations/batch?tool=${kind}`}>Work on several photos at once</TextLink>
          </p>
        </header>
        <form noValidate onSubmit={handleSubmit} className="grid gap-5">
          <PhotoPicker label={hint} chosen={chosen} onMany={setMany} disabled={isBusy} />
          {many.length > 0 && (
            <div role="status" className="grid gap-3 rounded-card bg-indigo-wash p-4">
              <p>This takes one photo at a time. You chose {many.length}: they can all be worked on in the same way.</p>
              <Button variant="secondary" className="justify-self-start" onClick={makeBatch}>
                Make this a batch
              </Button>
            </div>
          )}
          <DoubtNotes of={[photo?.address]} except={askedToLookAt(photoRun)} />
          {options?.(photo)}
          {album.field}
          {refusal && (
            <p role="alert" className="text-sm text-clay">
              {refusal}
            </p>
          )}
          <PayButton
            type="submit"
            missing={missingCredits}
            busy={isBusy}
            busyWords={isWaiting ? "Uploading …" : "Generating …"}
            disabled={!photo || isStopped || refusal !== undefined}
          >
            Generate ({fee} credit)
          </PayButton>
        </form>
      </div>
      <div className="min-w-0 lg:sticky lg:top-26 low:static">{result(photoRun, chosen)}</div>
    </div>
  )
}
