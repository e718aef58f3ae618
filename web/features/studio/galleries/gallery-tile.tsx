import { Copy, Maximize2, Star } from "lucide-react"
import type { ReactElement } from "react"
import { isDrawnByWords, shownPrompt } from "#contract/shown-prompt.ts"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { copyPrompt } from "./picture/copy-prompt.ts"
import type { StarWish } from "./picture/use-star.ts"
import { Tile } from "./tile.tsx"

interface GalleryTileProps {
  document: OwnPicture
  image: ReactElement
  onOpenDetails: (id: string) => void
  /** Undefined where pictures have no star. */
  onStar: ((wish: StarWish) => void) | undefined
}

/** One picture that was made, with its prompt. The full stop key stars the one that has the focus. */
export function GalleryTile({ document, image, onOpenDetails, onStar }: GalleryTileProps): ReactElement {
  const { $id, prompt, mode, is_starred } = document
  const toggleStar = onStar && ((): void => onStar({ $id, is_starred: !is_starred }))
  return (
    <Tile
      href={picturePath(document.url)}
      image={image}
      words={shownPrompt(prompt)}
      mark={
        <>
          {document.is_public && document.waits_until !== null && (
            <span
              title={`Waiting for review until ${formatMoment(document.waits_until)}`}
              className="pointer-events-none absolute top-2 left-2 rounded-full bg-cloth/75 px-2 py-0.5 text-sm text-on-cloth"
            >
              In review
            </span>
          )}
          {is_starred && (
            <span className="pointer-events-none absolute top-2 right-2 grid size-8 place-items-center rounded-full bg-cloth/75 text-on-cloth">
              <Star aria-label="Starred" className="size-4 fill-current" />
            </span>
          )}
        </>
      }
      onKey={({ key, altKey, ctrlKey, metaKey }) => {
        if (key === "." && !altKey && !ctrlKey && !metaKey) toggleStar?.()
      }}
      actions={[
        // What is made of a photo goes by the name of its file.
        ...(isDrawnByWords(mode) ? [{ label: "Copy prompt", Icon: Copy, onPress: () => void copyPrompt(prompt) }] : []),
        { label: "Details", Icon: Maximize2, onPress: () => onOpenDetails($id) },
        ...(toggleStar ? [{ label: "Star", Icon: Star, isPressed: is_starred, onPress: toggleStar }] : []),
      ]}
    />
  )
}
