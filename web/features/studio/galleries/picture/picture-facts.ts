import type { GenerationDocument } from "#contract/studio/generation-document.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"

/** Tiles up to this wide, in pixels on the screen, do with the previews: a whole picture weighs several times as much. */
const widestWithPreviews = 480

/**
 * The files of a picture with their true widths, as a srcset: previews are 320 and 640 pixels on the long side.
 * @param tileWidth in pixels on the screen
 */
export function pictureSources(document: GenerationDocument, tileWidth: number): string {
  const longest = Math.max(document.width, document.height)
  const sources: [address: string, longSidePx: number][] = [
    [document.preview_320, 320],
    [document.preview_640, 640],
    [document.url, longest],
  ]
  const isSmall = tileWidth <= widestWithPreviews && longest > 640 && document.preview_640 !== ""
  return (isSmall ? sources.slice(0, 2) : sources)
    .filter(([address, side]) => address !== "" && side <= longest)
    .map(([address, side]) => `${picturePath(address)} ${Math.round((document.width * side) / longest)}w`)
    .join(", ")
}

/**
 * The blur shown until the picture is there, as a CSS image. Only a picture as a data address goes into a style, and
 * nothing that could end the quotes around it.
 */
export function placeholderImage({ placeholder }: GenerationDocument): string {
  return /^data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]+$/.test(placeholder) ? `url("${placeholder}")` : "none"
}
