import { Copy, Maximize2 } from "lucide-react"
import type { ReactElement } from "react"
import type { GenerationDocument } from "#contract/product/generation-document.ts"
import { useDataSaver } from "#web/lib/data-saver.ts"
import { picturePath } from "#web/lib/picture-path.ts"
import { copyPrompt } from "./copy-prompt.ts"
import { pictureSources, placeholderImage } from "./picture-facts.ts"
import { Tile, TileButton } from "./tile.tsx"

interface GalleryTileProps {
  document: GenerationDocument
  /** Pixels on the screen. */
  box: { width: number; height: number }
  onOpenDetails: (id: string) => void
}

/** One picture that was made, with its prompt. */
export function GalleryTile({ document, box, onOpenDetails }: GalleryTileProps): ReactElement {
  const isSaving = useDataSaver()
  return (
    <Tile
      href={picturePath(document.url)}
      image={
        <img
          src={picturePath(isSaving ? document.preview_320 : document.preview_640)}
          srcSet={isSaving ? undefined : pictureSources(document)}
          sizes={`${Math.round(box.width)}px`}
          width={document.width}
          height={document.height}
          alt={document.prompt}
          decoding="async"
          className="size-full bg-cover object-cover"
          style={{ backgroundImage: placeholderImage(document) }}
        />
      }
      words={document.prompt}
      actions={
        <>
          <TileButton label="Copy prompt" onPress={() => void copyPrompt(document.prompt)}>
            <Copy aria-hidden="true" className="size-5" />
          </TileButton>
          <TileButton label="Details" onPress={() => onOpenDetails(document.$id)}>
            <Maximize2 aria-hidden="true" className="size-5" />
          </TileButton>
        </>
      }
    />
  )
}
