import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react"
import type { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import { engineTitle } from "#contract/catalogue/engine-titles.ts"
import { messages } from "#contract/messages.ts"
import type { Order } from "#contract/studio/generations.ts"
import { type CanvasPicture, isOpen, layCanvas } from "#web/features/studio/generator/order/order-view.ts"
import { ReadingWords } from "#web/features/studio/generator/order/reading-words.tsx"
import {
  isCreditShort,
  isEngineFailure,
  type StudioOrder,
} from "#web/features/studio/generator/order/use-studio-order.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { photoToolAddress } from "#web/lib/photos/photo-tools.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { BusyLine } from "./busy-line.tsx"
import { CanvasFrames } from "./canvas-frames.tsx"
import { ResultActions } from "./result-actions.tsx"
import { ResultVisibility } from "./result-visibility.tsx"

interface ResultPanelProps {
  studioOrder: StudioOrder
  /** What the form asks for now: the empty canvas already has its shape and its places. */
  prompt: string
  count: number
  ratio: AspectRatio | undefined
  /** What the form's order costs. */
  feeCredits: number
  onChangeWords: () => void
  /** Stands in place of everything there is to say, such as what must be done first. */
  instead?: ReactNode | undefined
  children?: ReactNode | undefined
}

/** The canvas and what there is to say about it: idle, busy, pictures, or why not. */
export function ResultPanel(props: ResultPanelProps): ReactElement {
  const { studioOrder, prompt, count, ratio, feeCredits, onChangeWords, instead, children } = props
  const { order, isBusy, failure } = studioOrder
  const panel = useRef<HTMLElement>(null)
  const pictures = layCanvas(order, count, ratio)

  // On a phone the canvas comes before the form, so whoever has pressed the button below must be taken to it.
  useEffect(() => {
    if (isBusy) panel.current?.scrollIntoView?.({ block: "nearest", behavior: "smooth" })
  }, [isBusy])

  return (
    <section
      ref={panel}
      aria-label="Generated image"
      className="scroll-mt-[calc(var(--top-bars,4rem)+1rem)] rounded-card border border-line bg-surface p-3 [--canvas-height:58dvh] sm:p-5 lg:[--canvas-height:max(20rem,calc(100dvh-23rem))]"
    >
      <CanvasFrames pictures={pictures} prompt={order?.prompt ?? prompt} isBusy={isBusy && order?.status !== "ready"} />
      <div className="mx-auto mt-4 grid min-h-28 max-w-2xl content-start gap-3 sm:mt-5">
        {instead ? (
          instead
        ) : order?.status === "ready" ? (
          <Finished order={order} pictures={pictures} onAnother={studioOrder.repeat} onChangeWords={onChangeWords} />
        ) : isBusy ? (
          <BusyLine studioOrder={studioOrder} />
        ) : failure || order?.status === "failed" ? (
          <Failed failure={failure} order={order} feeCredits={feeCredits} onAgain={studioOrder.submitAgain} />
        ) : (
          <Idle order={order} />
        )}
      </div>
      {children}
    </section>
  )
}

function Idle({ order }: { order: Order | undefined }): ReactElement {
  return (
    <p role="status" className="pt-2 text-center text-ink-soft">
      {order?.status === "cancelled" ? "Cancelled. Your credits are back." : messages.imageIdle}
    </p>
  )
}

interface FinishedProps {
  order: Order
  pictures: readonly CanvasPicture[]
  onAnother: () => void
  onChangeWords: () => void
}

function Finished({ order, pictures, onAnother, onChangeWords }: FinishedProps): ReactElement {
  const [first, ...others] = pictures
  return (
    <>
      <ResultActions
        url={others.length === 0 ? first?.url : undefined}
        prompt={order.prompt}
        feeCredits={(order.feeCredits / Math.max(1, order.count - order.missing)) * order.count}
        {...{ onAnother, onChangeWords }}
      />
      {order.missing > 0 && (
        <p className="text-center text-balance">
          {order.count - order.missing} of {order.count} pictures were finished in time. The credits of the{" "}
          {order.missing === 1 ? "other one" : `other ${order.missing}`} are back.
        </p>
      )}
      {first?.url && <PhotoTools pictures={pictures} />}
      {order.engine !== null && (
        <p className="text-center text-sm text-ink-soft">Made by: {engineTitle(order.engine)}</p>
      )}
      {order.understood && (
        <p className="text-center text-sm text-balance">
          <ReadingWords
            reading={{
              understood: order.understood,
              substituted: order.substituted ?? [],
              ignored: order.ignored ?? [],
            }}
            drawn="Drew"
          />
        </p>
      )}
      <ResultVisibility order={order} />
    </>
  )
}

/** What can be done next with a picture; of several, with the one that is chosen. */
function PhotoTools({ pictures }: { pictures: readonly CanvasPicture[] }): ReactElement | null {
  const finished = pictures.flatMap(({ place, url }) => (url === undefined ? [] : [{ place, url }]))
  const [chosenPlace, setChosenPlace] = useState<string>()
  const chosen = finished.find(({ place }) => String(place) === chosenPlace) ?? finished[0]
  if (!chosen) return null
  const { url } = chosen
  return (
    <div className="grid justify-items-center gap-1">
      {pictures.length > 1 && (
        <Segmented
          label="Go on with picture"
          className="w-56 text-center text-sm"
          choices={finished.map(({ place }) => ({ value: String(place), label: String(place + 1) }))}
          value={String(chosen.place)}
          onPick={setChosenPlace}
        />
      )}
      <div className="flex flex-wrap items-center justify-center gap-x-1">
        <LinkButton variant="quiet" to={photoToolAddress.upscale(url)}>
          Upscale
        </LinkButton>
        <LinkButton variant="quiet" to={photoToolAddress.removeBackground(url)}>
          Remove background
        </LinkButton>
        <LinkButton variant="quiet" to={photoToolAddress.export(url)}>
          Download for…
        </LinkButton>
      </div>
    </div>
  )
}

interface FailedProps {
  failure: unknown
  order: Order | undefined
  feeCredits: number
  onAgain: () => void
}

function Failed({ failure, order, feeCredits, onAgain }: FailedProps): ReactElement {
  const isShort = isCreditShort(failure)
  const words = failure ? messageOf(failure, messages.generationFailed) : (order?.failure ?? messages.generationFailed)
  return (
    <div role="alert" className="grid justify-items-center gap-3 pt-2 text-center">
      <p className="max-w-measure font-medium text-balance">
        {words}
        {(order?.status === "failed" || isEngineFailure(failure)) && (
          <span className="block font-normal text-ink-soft">Your credits are back.</span>
        )}
      </p>
      {isShort ? (
        <LinkButton to="/credits-billing">Buy credits</LinkButton>
      ) : (
        failure !== null && (
          <Button variant="secondary" onClick={onAgain}>
            Try again ({feeCredits} credit)
          </Button>
        )
      )}
    </div>
  )
}

/** Whether the canvas has something to show that a phone should put before the form. */
export function hasCanvasNews({ order, isBusy, failure }: StudioOrder): boolean {
  return isBusy || Boolean(failure) || (order !== undefined && (isOpen(order) || order.status !== "cancelled"))
}
