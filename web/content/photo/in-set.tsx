import { type ReactElement, useState } from "react"
import type { SetColours } from "#contract/studio/scenes.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { type Looked, photoPath } from "./photo-look.ts"
import { PhotoPreview } from "./photo-preview.tsx"
import type { Photo } from "./use-photo.ts"

interface InSetProps {
  photo: Pick<Photo, "address" | "shownAt">
  looked: Looked
  /** Name of the set. */
  set: string
  /** In which it is drawn instead of its own. */
  colours?: SetColours | undefined
  alt: string
  turn: { isWanted: boolean; onSettled: () => void }
}

/** A photo in a set once that is drawn; until then the photo itself, cut out as soon as it can be, and never other goods. */
export function InSet({ photo, looked, set, colours, alt, turn }: InSetProps): ReactElement {
  const { isReady, isCutOut, look } = looked
  const image = photoPath(photo)
  const [settled, setSettled] = useState("")
  const cutOutAt = isCutOut ? undefined : look?.firstUrl
  const isComing = settled !== image && look?.isFound !== false
  return (
    <span className="relative block size-full">
      <PhotoPreview
        image={image}
        what="set"
        set={set}
        colours={colours}
        alt={alt}
        isWanted={isReady && turn.isWanted}
        onSettled={() => {
          setSettled(image)
          turn.onSettled()
        }}
      >
        <img src={cutOutAt ? picturePath(cutOutAt) : photo.shownAt} alt="" className="size-full object-contain" />
      </PhotoPreview>
      {isComing && (
        <span aria-hidden="true" className="absolute inset-x-0 bottom-0 bg-surface/85 py-0.5 text-center text-xs">
          Coming
        </span>
      )}
    </span>
  )
}
