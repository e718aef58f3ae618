import { type FormEvent, type ReactElement, useState } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { makeScene, type SceneBody, type SceneGround } from "#contract/studio/scenes.ts"
import { PayButton } from "#web/content/pay-button.tsx"
import { PhotoPicker } from "#web/content/photo/photo-picker.tsx"
import { useChosenPhoto } from "#web/content/photo/use-photo.ts"
import { call } from "#web/lib/calls/call.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { imageOf, wordsParameter } from "#web/lib/photos/photo-tools.ts"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { Switch } from "#web/ui/form/switch.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { GroundPicture } from "./background-picture.tsx"
import { ColourField } from "./colour-field.tsx"
import { PhotoPanel } from "./photo-panel.tsx"
import { DoubtOf } from "./refine/doubt.tsx"
import { RangeField } from "./refine/range-field.tsx"
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

/** /generations/scene: a cut-out gets another ground, or a photo goes into the set that words name. */
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
  const fees = useFees()
  const [kind, setKind] = useState<Exclude<SceneGround["kind"], "words">>("colour")
  const [from, setFrom] = useState("#f3ece0")
  const [to, setTo] = useState("#c9a877")
  const [name, setName] = useState<string>()
  const sets = useSets(name)
  const [shape, setShape] = useState<Shape>("1080x1080")
  const [padding, setPadding] = useState(10)
  const [productHeight, setProductHeight] = useState(80)
  const [hasShadow, setHasShadow] = useState(true)
  const image = chosen.photo?.address
  const behind = useChosenPhoto(undefined)
  const fee = kind === "set" ? fees.scene : 0
  const missingCredits = useMissingCredits(fee, photoRun.failure)
  const isMissing = !image || (kind === "picture" && !behind.photo?.address)

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (photoRun.isBusy || missingCredits > 0) return
    if (isMissing) {
      notify.error(messages.imageMissing)
      return
    }
    const [width = 1_080, height = 1_080] = shape.split("x").map(Number)
    const ground: SceneGround =
      kind === "colour"
        ? { kind, colour: from }
        : kind === "gradient"
          ? { kind, from, to }
          : kind === "picture"
            ? { kind, image: behind.photo?.address ?? "" }
            : { kind, name: sets.name ?? "" }
    photoRun.submit({ image, ground, layout: { width, height, padding, productHeight, hasShadow, frame: "scene" } })
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[320px_minmax(0,1fr)] xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-x-10">
      <div className="grid gap-6">
        <header>
          <h1 className="text-3xl">Scene</h1>
          <p className="mt-2 text-ink-soft">
            Put a product without its background before a colour, before a picture of yours or into a set. Colours and
            pictures are free.
          </p>
        </header>
        <form noValidate onSubmit={handleSubmit} className="grid gap-5">
          <PhotoPicker label="Select a picture without background" chosen={chosen} disabled={photoRun.isBusy} />
          <DoubtOf image={image} />
          <Segmented label="Background" choices={grounds} value={kind} onPick={setKind} />
          {kind === "set" ? (
            <SetField sets={sets} onPick={setName} />
          ) : kind === "picture" ? (
            <GroundPicture chosen={behind} disabled={photoRun.isBusy} />
          ) : (
            <div className="flex gap-4">
              <ColourField label={kind === "gradient" ? "Top" : "Colour"} value={from} onChange={setFrom} />
              {kind === "gradient" && <ColourField label="Bottom" value={to} onChange={setTo} />}
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
          <PayButton
            type="submit"
            missing={missingCredits}
            busy={photoRun.isBusy}
            busyWords="Generating …"
            disabled={isMissing}
          >
            Generate ({fee} credit)
          </PayButton>
        </form>
      </div>
      <div className="min-w-0 lg:sticky lg:top-26 low:static">
        <PhotoPanel photoRun={photoRun} shownAt={chosen.photo?.shownAt}>
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
