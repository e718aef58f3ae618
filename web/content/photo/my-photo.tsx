import { type ReactElement, type ReactNode, useEffect, useEffectEvent } from "react"
import { markMyPhoto } from "#web/lib/photos/my-photo-mark.ts"
import { StoredPhotosNote } from "#web/ui/layout/stored-photos-note.tsx"
import { ChosenView } from "./chosen-view.tsx"
import { PhotoInvite } from "./photo-invite.tsx"
import { type Photo, useChosenPhoto } from "./use-photo.ts"

interface MyPhotoProps {
  title: string
  text: ReactNode
  /** A photo that was chosen before this part of the page was there. */
  first?: File | undefined
  /** What is offered for it. */
  children: (photo: Photo | undefined) => ReactNode
}

/** The photo that goes along from page to page: asked for, or here again from before, with what is offered for it. */
export function MyPhoto({ title, text, first, children }: MyPhotoProps): ReactElement {
  const kept = useChosenPhoto(undefined, "mine")
  const { photo } = kept
  const chosen = {
    ...kept,
    clear: () => {
      markMyPhoto(false)
      kept.clear()
    },
  }
  const take = useEffectEvent((file: File) => chosen.choose(file))
  useEffect(() => {
    if (first) take(first)
  }, [first])
  const isThere = photo !== undefined
  useEffect(() => {
    if (isThere) markMyPhoto(true)
  }, [isThere])
  return (
    <div className="grid gap-4">
      {photo ? (
        <div className="grid gap-2">
          <h2 className="text-2xl">{title}</h2>
          <ChosenView photo={photo} chosen={chosen} disabled={false} />
          <StoredPhotosNote count={photo.isFromBefore ? 1 : 0} onClear={chosen.clear} />
        </div>
      ) : (
        <PhotoInvite title={title} text={text} onFile={chosen.choose} />
      )}
      {children(photo)}
    </div>
  )
}
