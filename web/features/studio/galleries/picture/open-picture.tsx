import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import { changeDocuments } from "#web/features/studio/galleries/lists/gallery-pages.ts"
import {
  changeGallery,
  type GallerySource,
  readNarrowedAgain,
} from "#web/features/studio/galleries/lists/use-gallery.ts"
import { useTrashPicture } from "#web/features/studio/galleries/trash/take-out.ts"
import { ApiError, messageOf } from "#web/lib/calls/api-error.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { useVisibility } from "#web/lib/studio/use-visibility.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { ErrorState } from "#web/ui/layout/empty-state.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { PictureDialog } from "./picture-dialog.tsx"
import { PictureVisibility } from "./picture-visibility.tsx"
import { SharePart } from "./share-part.tsx"
import { StarButton } from "./star-button.tsx"
import { useDetails } from "./use-details.ts"
import type { ShowPicture } from "./use-open-picture.ts"
import { useStar } from "./use-star.ts"

interface OpenPictureProps {
  source: GallerySource
  userId: string
  documents: readonly OwnPicture[]
  /** Whether the gallery shows a part of the pictures only. */
  isNarrowed: boolean
  openId: string
  onOpen: ShowPicture
  /** Called when the last picture that has been read is looked at. */
  onNearEnd: () => void
}

/** The picture of a gallery that is looked at. */
export function OpenPicture(props: OpenPictureProps): ReactElement | null {
  const { source, userId, documents, isNarrowed, openId, onOpen, onNearEnd } = props
  const trash = useTrashPicture(source, userId)
  const queries = useQueryClient()
  const [changed, setChanged] = useState<Partial<OwnPicture>>({})
  const note = ($id: string, change: Partial<OwnPicture>): void =>
    setChanged((before) => ({ ...(before.$id === $id && before), ...change, $id }))
  const star = useStar(userId)
  const canBePrivate = useQuery(studioQuery).data?.canBePrivate
  const visibility = useVisibility(
    {
      onDone: ({ pictureIds, isPublic }, waits_until) => {
        const change = { is_public: isPublic, waits_until }
        changeGallery(queries, userId, (gallery) => changeDocuments(gallery, pictureIds, change), source)
        readNarrowedAgain(queries, userId, source)
        for (const id of pictureIds) note(id, change)
      },
      onRefused: (error) => notify.error(messageOf(error, "This could not be changed.")),
    },
    source.visibility,
  )
  const index = documents.findIndex((document) => document.$id === openId)
  const found = documents[index]
  // What is changed here may not fit the filters any more. It stays in sight until somebody moves on.
  const [held, setHeld] = useState({ document: found, index })
  if (found !== undefined && found !== held.document) setHeld({ document: found, index })
  const left =
    isNarrowed && held.document?.$id === openId
      ? { ...held.document, ...(changed.$id === openId && changed) }
      : undefined
  const details = useDetails(source.inTrash, openId)
  // A relative, or a link, may lead to one that the gallery has not read yet.
  const document = found ?? left ?? details.data?.picture
  if (document === undefined) {
    if (details.error === null) return null
    const isInTrash = details.error instanceof ApiError && details.error.type === "picture_in_trash"
    return (
      <Dialog open onOpenChange={() => onOpen(undefined)} title="Picture">
        <ErrorState
          title="This picture is not here"
          text={messageOf(details.error, "")}
          action={isInTrash && <LinkButton to="/photo-gallery/trash">Open the trash</LinkButton>}
        />
      </Dialog>
    )
  }
  const place = found ? index : held.index
  const previous = documents[place - 1]
  const next = documents[found ? index + 1 : place]
  const goTo = (neighbour: OwnPicture | undefined) =>
    neighbour &&
    ((): void => {
      onOpen(neighbour.$id)
      if (documents.at(-1) === neighbour) onNearEnd()
    })
  return (
    <PictureDialog
      document={document}
      details={details.isPlaceholderData ? undefined : details.data}
      onPrevious={goTo(previous)}
      onNext={goTo(next)}
      onClose={() => onOpen(undefined)}
      visibility={
        <PictureVisibility
          isPublic={document.is_public}
          waitsUntil={document.waits_until}
          canBePrivate={canBePrivate}
          isBusy={visibility.isPending}
          onChange={(isPublic) => visibility.mutate({ pictureIds: [document.$id], isPublic })}
        />
      }
      share={<SharePart key={document.$id} picture={document} source={source.inTrash} />}
      star={
        source.canNarrow && (
          <StarButton
            isStarred={document.is_starred}
            isBusy={star.isPending}
            onStar={(is_starred) =>
              star.mutate({ $id: document.$id, is_starred }, { onSuccess: () => note(document.$id, { is_starred }) })
            }
          />
        )
      }
      isMoving={trash.isPending}
      onTrash={() => trash.mutate(document, { onSuccess: () => onOpen((next ?? previous)?.$id, document.$id) })}
    />
  )
}
