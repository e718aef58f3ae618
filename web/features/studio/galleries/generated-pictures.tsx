import { type ReactElement, useEffect, useRef } from "react"
import { useSession } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { GalleryFilters } from "./gallery-filters.tsx"
import { type GallerySource, generated, useGallery } from "./lists/use-gallery.ts"
import { usePaging } from "./lists/use-paging.ts"
import { PageLinks } from "./page-links.tsx"
import { useOpenPicture } from "./picture/use-open-picture.ts"
import { useStar } from "./picture/use-star.ts"
import { PictureGrid } from "./picture-grid.tsx"
import { countOf } from "./trash/count-of.ts"
import { useNarrowing } from "./use-narrowing.ts"
import { useSelection } from "./use-selection.ts"

interface GeneratedPicturesProps {
  source?: GallerySource
  label?: string
  /** Where to go while there is nothing. */
  whenEmpty?: { to: string; words: string }
}

const loadOpenPicture = async () => (await import("./picture/open-picture.tsx")).OpenPicture
const loadSelectionBar = async () => (await import("./selection-bar.tsx")).SelectionBar

const toDashboard = { to: "/app", words: "Go to the dashboard" }

/** A person's pictures, with what narrows them. */
export function GeneratedPictures({
  source = generated,
  label = "Generated pictures",
  whenEmpty = toDashboard,
}: GeneratedPicturesProps): ReactElement {
  const { id: userId } = useSession()
  const part = useRef<HTMLElement>(null)
  const { narrowing, question } = useNarrowing(source)
  const gallery = useGallery(source, userId, question)
  const [openId, setOpenId] = useOpenPicture()
  const { mutate: star } = useStar(userId)
  const selection = useSelection(gallery.documents)
  const { documents, hasNextPage, isFetchingNextPage, fetchNextPage } = gallery
  const { shown, readsOn, pages } = usePaging(gallery)
  const { part: OpenPicture, want: wantPicture } = useLazyPart(loadOpenPicture)
  const { part: SelectionBar, want: wantBar } = useLazyPart(loadSelectionBar)
  useEffect(() => {
    if (openId !== undefined) wantPicture()
  }, [openId, wantPicture])
  useEffect(() => {
    if (selection.isOn) wantBar()
  }, [selection.isOn, wantBar])
  const isEmpty = documents?.length === 0
  const readOn = (): void => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  return (
    <section ref={part} aria-label={label}>
      {source.canNarrow && (narrowing.isNarrowed || !isEmpty) && (
        <GalleryFilters narrowing={narrowing} part={part} ofOneAlbum={source.question.album} selection={selection} />
      )}
      {narrowing.isNarrowed && (
        <p role="status" className="sr-only">
          {sayFound(gallery)}
        </p>
      )}
      {narrowing.isNarrowed && isEmpty ? (
        <EmptyState
          title="No picture is like that"
          action={<Button onClick={narrowing.clear}>Clear search and filters</Button>}
        />
      ) : (
        <PictureGrid
          gallery={shown}
          label={label}
          whenEmpty={whenEmpty}
          onOpen={setOpenId}
          onStar={source.canNarrow ? star : undefined}
          selection={selection}
          readsOn={readsOn}
          onMore={readOn}
        />
      )}
      {pages && documents !== undefined && documents.length > 0 && (
        <PageLinks pages={pages} onGo={() => part.current?.scrollIntoView?.()} />
      )}
      {SelectionBar && selection.isOn && documents !== undefined && (
        <SelectionBar userId={userId} documents={documents} selection={selection} />
      )}
      {OpenPicture && documents !== undefined && openId !== undefined && (
        <OpenPicture
          source={source}
          userId={userId}
          documents={documents}
          isNarrowed={narrowing.isNarrowed}
          openId={openId}
          onOpen={setOpenId}
          onNearEnd={readOn}
        />
      )}
    </section>
  )
}

/** For those who do not see the grid change. */
function sayFound({ documents, hasNextPage }: ReturnType<typeof useGallery>): string {
  if (documents === undefined) return ""
  return `${countOf(documents.length)}${hasNextPage ? " or more" : ""} found`
}
