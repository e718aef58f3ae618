import { useQuery } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useState } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { brandSet } from "#contract/studio/brand-kit.ts"
import { makeScene, type SceneBody } from "#contract/studio/scenes.ts"
import { useAlbumChoice } from "#web/content/album-choice.tsx"
import { PayButton } from "#web/content/pay-button.tsx"
import { DoubtNotes } from "#web/content/photo/doubt-notes.tsx"
import { photoWait, usePhotoLook } from "#web/content/photo/photo-look.ts"
import { PhotoPicker } from "#web/content/photo/photo-picker.tsx"
import { useChosenPhoto } from "#web/content/photo/use-photo.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { imageOf, wordsParameter } from "#web/lib/photos/photo-tools.ts"
import { shopQuery } from "#web/lib/shelf/shelf.ts"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { Switch } from "#web/ui/form/switch.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { GroundPicture } from "./background-picture.tsx"
import { ColourField } from "./colour-field.tsx"
import { InMyColours, MyColours } from "./my-colours.tsx"
import { askedToLookAt, PhotoPanel } from "./photo-panel.tsx"
import { RangeField } from "./refine/range-field.tsx"
import { useSceneCutOut, WaitingCutOut } from "./scene-cut-out.tsx"
import { ScenePreview, type ShownGround } from "./scene-preview.tsx"
import { type Shape, shapes } from "./scene-shapes.ts"
import { SetField, useSets } from "./set-field.tsx"
import { useAddressedRun } from "./use-photo-run.ts"
import { WordsScene } from "./words-scene.tsx"

const grounds = [
  { value: "colour", label: "Colour" },
  { value: "gradient", label: "Gradient" },
  { value: "picture", label: "Picture" },
  { value: "set", label: "Set" },
] as const

/** /generations/scene: a product gets another ground, or a photo goes into the set that words name. */
export function Component(): ReactElement {
  const [parameters] = useSearchParams()
  const image = imageOf(parameters) ?? ""
  return parameters.has(wordsParameter) ? <WordsScene key={image} /> : <GroundScene />
}

function GroundScene(): ReactElement {
  const [parameters] = useSearchParams()
  const chosen = useChosenPhoto(imageOf(parameters), "scene")
  const photoRun = useAddressedRun<SceneBody>(
    "scene",
    (body, options) => call(makeScene, { body, ...options }),
    chosen.forgetStored,
  )
  const album = useAlbumChoice()
  const fees = useFees()
  const named = parameters.get("set") ?? undefined
  const [kind, setKind] = useState<ShownGround["kind"]>(named === undefined ? "colour" : "set")
  const [from, setFrom] = useState("#f3ece0")
  const [to, setTo] = useState("#c9a877")
  const [name, setName] = useState(named)
  const sets = useSets(name, named)
  const [isInMyColours, setIsInMyColours] = useState(false)
  const { data: shop } = useQuery({ ...shopQuery, enabled: isInMyColours })
  const [shape, setShape] = useState<Shape>("1080x1080")
  const [padding, setPadding] = useState(10)
  const [productHeight, setProductHeight] = useState(80)
  const [hasShadow, setHasShadow] = useState(true)
  const image = chosen.photo?.address
  const behind = useChosenPhoto(undefined)
  const looked = usePhotoLook(chosen.photo)
  const hasBackground = looked.isCutOut === false
  const wait = photoWait(chosen.photo, looked.isCutOut)
  const setFee = kind === "set" ? fees.scene : 0
  const fee = setFee + (hasBackground ? fees["bg-remover"] : 0)
  const missingCredits = useMissingCredits(fee, photoRun.failure)
  const isMissing = !image || looked.isCutOut === undefined || (kind === "picture" && !behind.photo?.address)

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (photoRun.isBusy || missingCredits > 0) return
    if (isMissing) {
      notify.error(messages.imageMissing)
      return
    }
    photoRun.submit({ image, ...(hasBackground && { hasBackground }), ground, layout, ...album.body })
  }
  const [width = 1_080, height = 1_080] = shape.split("x").map(Number)
  const layout = { width, height, padding, productHeight, hasShadow, frame: "scene" as const }
  const ground: ShownGround =
    kind === "colour"
      ? { kind, colour: from }
      : kind === "gradient"
        ? { kind, from, to }
        : kind === "picture"
          ? { kind, image: behind.photo?.address ?? "" }
          : {
              kind,
              name: sets.name ?? "",
              ...(isInMyColours && sets.takesColours && shop && { colours: brandSet(shop) }),
            }
  const waiting = useSceneCutOut(photoRun.run, chosen)

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[320px_minmax(0,1fr)] xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-x-10">
      <div className="grid min-w-0 gap-6">
        <header>
          <h1 className="text-3xl">Scene</h1>
          <p className="mt-2 text-ink-soft">
            Put your product before a colour, before a picture of yours or into a set. Colours and pictures are free;
            taking a background off is {formatCredits(fees["bg-remover"])}.
          </p>
        </header>
        <form noValidate onSubmit={handleSubmit} className="grid min-w-0 gap-5">
          <PhotoPicker label="Select a photo of your product" chosen={chosen} disabled={photoRun.isBusy} />
          {!waiting && <DoubtNotes of={[image]} except={askedToLookAt(photoRun)} />}
          {hasBackground && looked.look?.isFound && !looked.look.isSettled && (
            <p role="status" className="rounded-control bg-ochre-wash p-3 text-sm">
              {messages.cutOutDoubt}.{" "}
              {kind === "set"
                ? "You see the cut-out first: the set waits for that, unpaid."
                : "You can mend it, free, once it is made."}
            </p>
          )}
          <Segmented label="Background" choices={grounds} value={kind} onPick={setKind} />
          {kind === "set" ? (
            <>
              <SetField sets={sets} onPick={setName} photo={chosen.photo} />
              {sets.takesColours && <InMyColours checked={isInMyColours} onCheckedChange={setIsInMyColours} />}
            </>
          ) : kind === "picture" ? (
            <GroundPicture chosen={behind} disabled={photoRun.isBusy} />
          ) : (
            <div className="flex flex-wrap items-end gap-4">
              <ColourField label={kind === "gradient" ? "Top" : "Colour"} value={from} onChange={setFrom} />
              {kind === "gradient" && <ColourField label="Bottom" value={to} onChange={setTo} />}
              <MyColours
                onPick={(colours) => {
                  setKind("gradient")
                  setFrom(colours.from)
                  setTo(colours.to)
                }}
              />
            </div>
          )}
          <Segmented label="Shape" choices={shapes} value={shape} onPick={setShape} />
          {kind !== "set" && (
            <>
              <RangeField label="Room around the product" max={40} value={padding} onChange={setPadding} />
              <RangeField label="Product height" min={10} max={100} value={productHeight} onChange={setProductHeight} />
              <Switch label="Shadow" checked={hasShadow} onCheckedChange={setHasShadow} />
            </>
          )}
          {hasBackground && (
            <p className="text-sm text-ink-soft tabular-nums">
              {formatCredits(fees["bg-remover"])} to take the background off
              {setFee > 0 && `, ${formatCredits(setFee)} for the set`}. Both pictures are yours.
            </p>
          )}
          {album.field}
          <PayButton
            type="submit"
            missing={missingCredits}
            busy={photoRun.isBusy || wait !== undefined}
            busyWords={photoRun.isBusy ? "Generating …" : wait}
            disabled={isMissing}
          >
            Generate ({fee} credit)
          </PayButton>
        </form>
      </div>
      <div className="min-w-0 lg:sticky lg:top-26 low:static">
        <PhotoPanel
          photoRun={photoRun}
          shownAt={chosen.photo?.shownAt}
          preview={
            chosen.photo && looked.isReady ? (
              <ScenePreview
                photo={chosen.photo}
                looked={looked}
                ground={ground}
                layout={layout}
                behindAt={behind.photo?.shownAt}
              />
            ) : undefined
          }
          waiting={waiting && <WaitingCutOut cutOut={waiting} />}
        >
          {({ url, width, height }) => (
            <img
              src={url}
              alt="The scene"
              width={width}
              height={height}
              className="mx-auto h-auto max-h-[62dvh] w-auto max-w-full rounded-card"
            />
          )}
        </PhotoPanel>
      </div>
    </div>
  )
}
