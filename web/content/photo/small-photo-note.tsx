import type { ReactElement } from "react"
import { formatNumber } from "#web/lib/format/format.ts"
import { isSmallPhoto, wantedSide } from "#web/lib/photos/prepare-photo.ts"

interface SmallPhotoNoteProps {
  /** In pixels; 0 until they are known. */
  width: number
  height: number
}

/** Warns of a photo that holds too little for a good result, before anything is paid for it. */
export function SmallPhotoNote({ width, height }: SmallPhotoNoteProps): ReactElement | null {
  if (!isSmallPhoto({ width, height })) return null
  return (
    <p role="status" className="rounded-control bg-ochre-wash p-3 text-sm tabular-nums">
      This photo is small: {formatNumber(width)} × {formatNumber(height)} px. What comes of it will look rough. If you
      have a larger one, of {wantedSide} px or more, use that.
    </p>
  )
}
