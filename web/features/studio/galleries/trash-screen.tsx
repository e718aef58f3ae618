import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import { type ReactElement, useRef, useState } from "react"
import {
  emptyTrash,
  listTrash,
  type PictureRef,
  restorePictures,
  type Trash,
  type TrashedPicture,
  trashDays,
} from "#contract/studio/trash.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx"
import { MorePages } from "#web/ui/layout/more-pages.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { GalleryHead } from "./gallery-head.tsx"
import { GallerySkeleton } from "./gallery-skeleton.tsx"
import { readRestored } from "./lists/use-gallery.ts"
import { countOf } from "./trash/count-of.ts"
import { TrashedTile } from "./trash/trashed-tile.tsx"

/** /photo-gallery/trash: pictures that were deleted and can be taken back. */
export function Component(): ReactElement {
  const trash = useInfiniteQuery({
    queryKey: queryKeys.trash,
    queryFn: async ({ pageParam }) => (await call(listTrash, { query: { after: pageParam } })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
  return (
    <>
      <GalleryHead title="Trash">
        Deleted pictures stay here for {trashDays} days, where only you see them. Then they go for good.
      </GalleryHead>
      {trash.data ? (
        <Trashed
          pages={trash.data.pages}
          more={
            <MorePages
              isLoading={trash.isFetchingNextPage}
              trouble={trash.isFetchNextPageError ? messageOf(trash.error, "") : undefined}
              onRetry={() => void trash.fetchNextPage()}
              onMore={trash.hasNextPage ? () => void trash.fetchNextPage() : undefined}
            />
          }
        />
      ) : trash.error ? (
        <ErrorState
          title="Your trash could not be loaded"
          text={messageOf(trash.error, "")}
          action={<Button onClick={() => void trash.refetch()}>Try again</Button>}
        />
      ) : (
        <GallerySkeleton />
      )}
    </>
  )
}

interface TrashedProps {
  /** At least one. */
  pages: readonly Trash[]
  more: ReactElement
}

function Trashed({ pages, more }: TrashedProps): ReactElement {
  const sum = useRef<HTMLParagraphElement>(null)
  const [asked, setAsked] = useState<TrashedPicture | "all">()
  const [now] = useState(Date.now)
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: async ({ restore, forGood }: { restore?: TrashedPicture; forGood?: TrashedPicture | "all" }) => {
      if (restore) {
        const { done, skipped } = (await call(restorePictures, { body: { pictures: [refOf(restore)] } })).data
        if (done.length > 0) readRestored(queries, [refOf(restore)])
        return skipped[0] ? { refused: skipped[0].why } : { said: "The picture is back in your gallery" }
      }
      const pictures = forGood === "all" ? forGood : forGood ? [refOf(forGood)] : []
      const { deleted } = (await call(emptyTrash, { body: { pictures } })).data
      return { said: `${countOf(deleted)} deleted for good` }
    },
    onSuccess: async ({ said, refused }) => {
      if (refused !== undefined) notify.error(refused)
      else notify.success(said)
      setAsked(undefined)
      await queries.invalidateQueries({ queryKey: queryKeys.trash })
      // What had the focus went with its picture.
      if (document.activeElement === document.body) sum.current?.focus()
    },
    onError: (error) => notify.error(messageOf(error, "This could not be done.")),
  })
  const pictures = pages.flatMap((page) => page.pictures)
  const { count = 0, bytes = 0, quotaBytes = 0 } = pages.at(-1) ?? {}
  const named = asked === "all" ? countOf(count) : "this picture"
  return (
    <section aria-label="Trash">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p ref={sum} role="status" tabIndex={-1} className="max-w-xl">
          {count > 0 && (
            <>
              {countOf(count)}, {formatBytes(bytes)}.
              {quotaBytes > 0 && ` ${formatBytes(quotaBytes)} of it takes room of your files until it is gone.`}
            </>
          )}
        </p>
        {count > 0 && (
          <Button variant="danger" onClick={() => setAsked("all")}>
            <Trash2 aria-hidden="true" />
            Empty trash
          </Button>
        )}
      </div>
      {count === 0 ? (
        <EmptyState
          title="The trash is empty"
          action={<LinkButton to="/photo-gallery">Go to your pictures</LinkButton>}
        />
      ) : (
        <>
          <ul aria-label="Pictures in the trash" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
            {pictures.map((picture) => (
              <TrashedTile
                key={`${picture.source}/${picture.id}`}
                picture={picture}
                now={now}
                isBusy={act.isPending}
                onRestore={() => act.mutate({ restore: picture })}
                onDelete={() => setAsked(picture)}
              />
            ))}
          </ul>
          {more}
        </>
      )}
      <Dialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={asked === "all" ? "Empty the trash?" : "Delete this picture for good?"}
        description={`${asked === "all" ? `${named} will be` : "It will be"} deleted for good. This cannot be taken back.`}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(undefined)}>
              Keep
            </Button>
            <Button
              variant="danger"
              busy={act.isPending}
              onClick={() => asked !== undefined && act.mutate({ forGood: asked })}
            >
              Delete {named}
            </Button>
          </>
        }
      />
    </section>
  )
}

function refOf({ source, id }: TrashedPicture): PictureRef {
  return { source, id }
}
