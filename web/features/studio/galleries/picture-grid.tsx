import { type ReactElement, useCallback } from "react"
import { messages } from "#contract/messages.ts"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { useDataSaver } from "#web/lib/page/data-saver.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx"
import { Masonry } from "#web/ui/layout/masonry.tsx"
import type { MasonryItem } from "#web/ui/layout/masonry-layout.ts"
import { MorePages } from "#web/ui/layout/more-pages.tsx"
import { ChosenTile } from "./chosen-tile.tsx"
import { GallerySkeleton } from "./gallery-skeleton.tsx"
import { GalleryTile } from "./gallery-tile.tsx"
import type { useGallery } from "./lists/use-gallery.ts"
import type { ShowPicture } from "./picture/use-open-picture.ts"
import type { StarWish } from "./picture/use-star.ts"
import { TileImage } from "./tile-image.tsx"
import type { Selection } from "./use-selection.ts"

interface PictureGridProps {
  gallery: ReturnType<typeof useGallery>
  label: string
  /** Where to go while there is nothing. */
  whenEmpty: { to: string; words: string }
  onOpen: ShowPicture
  /** Undefined where pictures have no star. */
  onStar: ((wish: StarWish) => void) | undefined
  selection: Selection
  /** Whether the next page comes by itself when the end is near, or waits for a press. */
  readsOn: boolean
  /** Reads the next page. */
  onMore: () => void
}

/** A grid of pictures: waiting, failed, empty or filled. */
export function PictureGrid({
  gallery,
  label,
  whenEmpty,
  onOpen,
  onStar,
  selection,
  readsOn,
  onMore,
}: PictureGridProps): ReactElement {
  const { documents, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError } = gallery
  const { isOn, chosen, toggle } = selection
  const isSaving = useDataSaver()
  const renderItem = useCallback(
    (document: OwnPicture, box: { width: number; height: number }) => {
      const image = <TileImage document={document} box={box} isSaving={isSaving} />
      return isOn ? (
        <ChosenTile document={document} image={image} isChosen={chosen.has(document.$id)} onToggle={toggle} />
      ) : (
        <GalleryTile document={document} image={image} onOpenDetails={onOpen} onStar={onStar} />
      )
    },
    [isSaving, isOn, chosen, toggle, onOpen, onStar],
  )

  if (documents === undefined) {
    if (error === null) return <GallerySkeleton />
    return (
      <ErrorState
        title="Your pictures could not be loaded"
        text={messageOf(error, "")}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    )
  }
  if (documents.length === 0) {
    return (
      <EmptyState title={messages.galleryEmpty} action={<LinkButton to={whenEmpty.to}>{whenEmpty.words}</LinkButton>} />
    )
  }
  return (
    <>
      <Masonry
        label={label}
        items={documents}
        boxOf={boxOf}
        renderItem={renderItem}
        leastColumns={isOn ? 2 : 1}
        onNearEnd={readsOn ? onMore : undefined}
      />
      <MorePages
        isLoading={isFetchingNextPage}
        trouble={isFetchNextPageError ? messageOf(error, "") : undefined}
        onRetry={onMore}
        onMore={hasNextPage && !readsOn ? onMore : undefined}
      />
    </>
  )
}

const boxOf = ({ $id, width, height }: OwnPicture): MasonryItem => ({ id: $id, width, height })
