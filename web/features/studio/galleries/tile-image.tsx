import type { ReactElement } from "react"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import { useDataSaver } from "#web/lib/page/data-saver.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { pictureSources, placeholderImage } from "./picture/picture-facts.ts"

interface TileImageProps {
  document: OwnPicture
  /** Pixels on the screen. */
  box: { width: number }
}

/** A picture in the size of its tile. */
export function TileImage({ document, box }: TileImageProps): ReactElement {
  const isSaving = useDataSaver()
  return (
    <img
      src={picturePath(isSaving ? document.preview_320 : document.preview_640)}
      srcSet={isSaving ? undefined : pictureSources(document, box.width)}
      sizes={`${Math.round(box.width)}px`}
      width={document.width}
      height={document.height}
      alt={document.prompt}
      decoding="async"
      className="size-full bg-cover object-cover"
      style={{ backgroundImage: placeholderImage(document) }}
    />
  )
}
