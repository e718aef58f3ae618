import { Brush, Share2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import type { SceneGround } from "#contract/studio/scenes.ts"
import { type Photo, useChosenPhoto } from "#web/content/photo/use-photo.ts"
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
  /** Whether it is shown on white at first. */
  startsOnWhite?: boolean
  /** Whether the places where it is sold come next. */
  isForMarketplace?: boolean
}

/** A cut-out beside its photo, before any ground, and the way to mend it. */
export function CutOutView(props: CutOutViewProps): ReactElement {
  const { id, url, width, height, photoUrl, isSure, startsRefining = false } = props
  const { startsOnWhite = false, isForMarketplace = false } = props
  const [ground, setGround] = useState<Ground>(startsOnWhite ? "white" : "none")
  const [isRefining, setIsRefining] = useState(startsRefining)
  const [colour, setColour] = useState("#e8d8c0")
  const behind = useChosenPhoto(undefined)
  if (isRefining) return <Refine pictureId={id} onClose={() => setIsRefining(false)} />
  const saved = groundToSave(ground, colour, behind.photo)
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
        {saved && <SaveGround key={`${url} ${JSON.stringify(saved)}`} image={picturePath(url)} ground={saved} />}
        <Button variant="secondary" onClick={() => setIsRefining(true)}>
          <Brush aria-hidden="true" />
          Refine
        </Button>
      </div>
      <PhotoActions url={url} isCutOut isShown={saved === null} />
    </div>
  )
}

/** @returns null where there is nothing to save yet */
function groundToSave(ground: Ground, colour: string, behind: Photo | undefined): SceneGround | null {
  if (ground === "white") return { kind: "colour", colour: "#ffffff" }
  if (ground === "colour") return { kind: "colour", colour }
  if (ground === "picture" && behind?.address) return { kind: "picture", image: picturePath(behind.address) }
  return null
}
