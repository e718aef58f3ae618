import type { ReactElement } from "react"
import { shownPrompt } from "#contract/shown-prompt.ts"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import { cutOutMode } from "#web/lib/photos/photo-tools.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { classNames } from "#web/ui/theme/class-names.ts"
import { pictureSources, placeholderImage } from "./picture/picture-facts.ts"

interface TileImageProps {
  document: OwnPicture
  /** Pixels on the screen. */
  box: { width: number }
  /** Whether little is to be fetched (`useDataSaver`, asked once for all tiles). */
  isSaving: boolean
}

/** A picture in the size of its tile. */
export function TileImage({ document, box, isSaving }: TileImageProps): ReactElement {
  // What is see-through shows the page, on which a dark product would be lost in the dark theme.
  const isCutOut = document.mode === cutOutMode
  return (
    <img
      src={picturePath(isSaving ? document.preview_320 : document.preview_640)}
      srcSet={isSaving ? undefined : pictureSources(document, box.width)}
      sizes={`${Math.round(box.width)}px`}
      width={document.width}
      height={document.height}
      alt={shownPrompt(document.prompt)}
      decoding="async"
      className={classNames("size-full bg-cover object-cover", isCutOut && "checkerboard")}
      // Nothing is seen any more of what would be painted below it each time.
      onLoad={({ currentTarget }) => currentTarget.style.removeProperty("background-image")}
      style={isCutOut ? undefined : { backgroundImage: placeholderImage(document) }}
    />
  )
}
