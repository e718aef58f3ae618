import { Brush, Share2 } from "lucide-react"
import { type ReactElement, useEffect, useEffectEvent, useState } from "react"
import { useSearchParams } from "react-router"
import type { SceneGround } from "#contract/studio/scenes.ts"
import { type Photo, useChosenPhoto } from "#web/content/photo/use-photo.ts"
import { useDebounced } from "#web/lib/page/use-debounced.ts"
import { photoToolAddress } from "#web/lib/photos/photo-tools.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { Compare } from "#web/ui/media/compare.tsx"
import { Answers } from "./answers.tsx"
import { GroundPicture } from "./background-picture.tsx"
import { ColourField } from "./colour-field.tsx"
import { PhotoActions } from "./photo-actions.tsx"
import { Refine } from "./refine/refine.tsx"
import { SaveGround } from "./save-background.tsx"

const grounds = [
  { value: "none", label: "None" },
  { value: "white", label: "White" },
  { value: "colour", label: "Colour" },
  { value: "picture", label: "Picture" },
] as const
type Ground = (typeof grounds)[number]["value"]

interface CutOutViewProps {
  id: string
  url: string
  width: number
  height: number
  /** Address of the photo it was cut out of; none when that is gone. */
  photoUrl: string | null
  isSure: boolean
  /** Whether the brush is there at once. */
  startsRefining?: boolean
  /** Whether the places where it is sold come next. */
  isForMarketplace?: boolean
}

/** A cut-out beside its photo, before any ground, and the way to mend it. */
export function CutOutView(props: CutOutViewProps): ReactElement {
  const { id, url, width, height, photoUrl, isSure, startsRefining = false } = props
  const { isForMarketplace = false } = props
  const { ground, setGround, colour, setColour } = useAddressedGround()
  const [isRefining, setIsRefining] = useState(startsRefining)
  const behind = useChosenPhoto(undefined)
  const saved = groundToSave(ground, colour, behind.photo)
  const key = `${url} ${JSON.stringify(saved)}`
  const [firstKey] = useState(key)
  if (isRefining) return <Refine pictureId={id} onClose={() => setIsRefining(false)} />
  return (
    <div className="grid gap-3">
      {!isSure && <Answers pictureId={id} />}
      {isForMarketplace && (
        <LinkButton to={photoToolAddress.export(url)} size="large" className="justify-self-center">
          <Share2 aria-hidden="true" />
          Download for a marketplace
        </LinkButton>
      )}
      <Compare
        key={url}
        before={{ url: photoUrl ?? url, alt: "Before" }}
        after={{ url, alt: "Without its background" }}
        width={width}
        height={height}
        ground="checkerboard"
        {...(ground === "white" && { groundColour: "#ffffff" })}
        {...(ground === "colour" && { groundColour: colour })}
        {...(ground === "picture" && { groundPicture: behind.photo?.shownAt })}
      />
      <div className="flex flex-wrap items-end justify-center gap-3">
        <Segmented
          label="Background shown"
          choices={grounds}
          value={ground}
          onPick={setGround}
          className="w-full sm:w-96"
        />
        {ground === "colour" && <ColourField label="Colour" value={colour} onChange={setColour} />}
      </div>
      {ground === "picture" && <GroundPicture chosen={behind} disabled={false} />}
      <div className="flex flex-wrap justify-center gap-2">
        {saved && <SaveGround key={key} image={picturePath(url)} ground={saved} isFirst={key === firstKey} />}
        <Button variant="secondary" onClick={() => setIsRefining(true)}>
          <Brush aria-hidden="true" />
          Refine
        </Button>
      </div>
      <PhotoActions url={url} isCutOut isShown={saved === null} />
    </div>
  )
}

/** Parameter of the address that names the ground: "white", or the digits of a colour. */
const groundParameter = "ground"
/** How long a colour must stay the same before the address names it, in ms: browsers bound how often an address changes. */
const restMs = 300

/** The ground that is shown; a plain one stands in the address, so that a reload shows it again. */
function useAddressedGround() {
  const [parameters, setParameters] = useSearchParams()
  const [named] = useState(parameters.get(groundParameter))
  const isColour = /^[\da-f]{6}$/i.test(named ?? "")
  const [ground, setGround] = useState<Ground>(isColour ? "colour" : named === "white" ? "white" : "none")
  const [colour, setColour] = useState(isColour ? `#${named}` : "#e8d8c0")
  const name = useDebounced(ground === "colour" ? colour.slice(1) : ground === "white" ? ground : null, restMs)
  const writeAddress = useEffectEvent((name: string | null) => {
    if (name === parameters.get(groundParameter)) return
    const changed = new URLSearchParams(parameters)
    if (name === null) changed.delete(groundParameter)
    else changed.set(groundParameter, name)
    setParameters(changed, { replace: true, preventScrollReset: true })
  })
  useEffect(() => writeAddress(name), [name])
  return { ground, setGround, colour, setColour }
}

/** @returns null where there is nothing to save yet */
function groundToSave(ground: Ground, colour: string, behind: Photo | undefined): SceneGround | null {
  if (ground === "white") return { kind: "colour", colour: "#ffffff" }
  if (ground === "colour") return { kind: "colour", colour }
  if (ground === "picture" && behind?.address) return { kind: "picture", image: picturePath(behind.address) }
  return null
}
