import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useCallback, useMemo } from "react"
import { messages } from "#contract/messages.ts"
import type { GenerationDocument } from "#contract/product/generation-document.ts"
import { messageOf } from "#web/lib/api-error.ts"
import { useReadsOn } from "#web/lib/data-saver.ts"
import { useSession } from "#web/lib/session.ts"
import { studioQuery } from "#web/lib/studio-query.ts"
import { useVisibility } from "#web/lib/use-visibility.ts"
import { Button } from "#web/ui/button.tsx"
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"
import { Masonry } from "#web/ui/masonry.tsx"
import { MorePages } from "#web/ui/more-pages.tsx"
import { notify } from "#web/ui/toast.tsx"
import { showDocuments } from "./gallery-pages.ts"
import { GallerySkeleton } from "./gallery-skeleton.tsx"
import { GalleryTile } from "./gallery-tile.tsx"
import { PictureDialog } from "./picture-dialog.tsx"
import { PictureVisibility } from "./picture-visibility.tsx"
import { changeGallery, type GallerySource, generated, useDeletePicture, useGallery } from "./use-gallery.ts"
import { type ShowPicture, useOpenPicture } from "./use-open-picture.ts"

interface GeneratedPicturesProps {
  source?: GallerySource | undefined
  label?: string | undefined
  /** Where to go while there is nothing. */
  whenEmpty?: { to: string; words: string } | undefined
}

const toDashboard = { to: "/app", words: "Go to the dashboard" }

/** A grid of pictures: waiting, failed, empty or filled. */
export function GeneratedPictures({
  source = generated,
  label = "Generated pictures",
  whenEmpty = toDashboard,
}: GeneratedPicturesProps): ReactElement {
  const { id: userId } = useSession()
  const { data, documents, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useGallery(source, userId)
  const readsOn = useReadsOn(data?.pages.length ?? 0)
  const [openId, setOpenId] = useOpenPicture()
  const items = useMemo(() => documents?.map(asItem), [documents])
  const renderItem = useCallback(
    ({ document }: Item, box: { width: number; height: number }) => (
      <GalleryTile document={document} box={box} onOpenDetails={setOpenId} />
    ),
    [setOpenId],
  )

  if (items === undefined) {
    if (error === null) return <GallerySkeleton />
    return (
      <ErrorState
        title="Your pictures could not be loaded"
        text={messageOf(error, "")}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState title={messages.galleryEmpty} action={<LinkButton to={whenEmpty.to}>{whenEmpty.words}</LinkButton>} />
    )
  }
  const readOn = (): void => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  return (
    <>
      <Masonry label={label} items={items} renderItem={renderItem} onNearEnd={readsOn ? readOn : undefined} />
      <MorePages
        isLoading={isFetchingNextPage}
        trouble={isFetchNextPageError ? messageOf(error, "") : undefined}
        onRetry={readOn}
        onMore={hasNextPage && !readsOn ? readOn : undefined}
      />
      {openId !== undefined && (
        <OpenPicture
          source={source}
          userId={userId}
          documents={documents ?? []}
          openId={openId}
          onOpen={setOpenId}
          onNearEnd={readOn}
        />
      )}
    </>
  )
}

interface Item {
  id: string
  width: number
  height: number
  document: GenerationDocument
}

function asItem(document: GenerationDocument): Item {
  return { id: document.$id, width: document.width, height: document.height, document }
}

interface OpenPictureProps {
  source: GallerySource
  userId: string
  documents: readonly GenerationDocument[]
  openId: string
  onOpen: ShowPicture
  /** Called when the last picture that has been read is looked at. */
  onNearEnd: () => void
}

function OpenPicture({ source, userId, documents, openId, onOpen, onNearEnd }: OpenPictureProps): ReactElement | null {
  const remove = useDeletePicture(source, userId)
  const queries = useQueryClient()
  const canBePrivate = useQuery(studioQuery).data?.canBePrivate
  const visibility = useVisibility(
    {
      onDone: ({ pictureIds, isPublic }) =>
        changeGallery(queries, userId, (gallery) => showDocuments(gallery, pictureIds, isPublic), source),
      onRefused: (error) => notify.error(messageOf(error, "This could not be changed.")),
    },
    source.visibility,
  )
  const index = documents.findIndex((document) => document.$id === openId)
  const document = documents[index]
  if (document === undefined) return null
  const previous = documents[index - 1]
  const next = documents[index + 1]
  const goTo = (neighbour: GenerationDocument | undefined) =>
    neighbour &&
    ((): void => {
      onOpen(neighbour.$id)
      if (documents.at(-1) === neighbour) onNearEnd()
    })
  return (
    <PictureDialog
      document={document}
      onPrevious={goTo(previous)}
      onNext={goTo(next)}
      onClose={() => onOpen(undefined)}
      visibility={
        <PictureVisibility
          isPublic={document.is_public}
          canBePrivate={canBePrivate}
          isBusy={visibility.isPending}
          onChange={(isPublic) => visibility.mutate({ pictureIds: [document.$id], isPublic })}
        />
      }
      isDeleting={remove.isPending}
      onDelete={() => remove.mutate(document, { onSuccess: () => onOpen((next ?? previous)?.$id, document.$id) })}
    />
  )
}
