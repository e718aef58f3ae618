import { useQuery } from "@tanstack/react-query"
import { Images, Plus } from "lucide-react"
import { type ReactElement, useState } from "react"
import { Link, useNavigate } from "react-router"
import type { Album } from "#contract/studio/albums.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { albumPath, albumsQuery } from "#web/lib/studio/albums.ts"
import { Button } from "#web/ui/button/button.tsx"
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx"
import { NameAlbum } from "./albums/name-album.tsx"
import { GalleryHead } from "./gallery-head.tsx"
import { GallerySkeleton } from "./gallery-skeleton.tsx"
import { countOf } from "./trash/count-of.ts"

/** /photo-gallery/albums: a person's albums. */
export function Component(): ReactElement {
  const navigate = useNavigate()
  const [isNaming, setIsNaming] = useState(false)
  const { data, error, refetch } = useQuery(albumsQuery)
  const newAlbum = (
    <Button onClick={() => setIsNaming(true)}>
      <Plus aria-hidden="true" />
      New album
    </Button>
  )
  const archived = data?.filter(({ is_archived }) => is_archived) ?? []
  return (
    <>
      <GalleryHead title="Albums">
        Generated pictures and what the photo tools made, kept together; photoshoots and uploads stay in their own tabs.
      </GalleryHead>
      {data === undefined ? (
        error === null ? (
          <GallerySkeleton />
        ) : (
          <ErrorState
            title="Your albums could not be loaded"
            text={messageOf(error, "")}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        )
      ) : data.length === 0 ? (
        <EmptyState title="You have no album yet" action={newAlbum} />
      ) : (
        <div className="grid gap-6">
          <div>{newAlbum}</div>
          <AlbumTiles label="Albums" albums={data.filter(({ is_archived }) => !is_archived)} />
          {archived.length > 0 && (
            <details>
              <summary className="flex min-h-11 cursor-pointer items-center font-medium">
                Archived ({archived.length})
              </summary>
              <AlbumTiles label="Archived albums" albums={archived} />
            </details>
          )}
        </div>
      )}
      {isNaming && (
        <NameAlbum
          onClose={() => setIsNaming(false)}
          onDone={({ id }) => {
            setIsNaming(false)
            void navigate(albumPath(id))
          }}
        />
      )}
    </>
  )
}

function AlbumTiles({ label, albums }: { label: string; albums: readonly Album[] }): ReactElement {
  return (
    <ul aria-label={label} className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {albums.map(({ id, name, count, cover, product }) => (
        <li key={id}>
          <Link
            to={albumPath(id)}
            className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface hover:border-line-strong"
          >
            {cover === null ? (
              <span className="grid aspect-square w-full place-items-center bg-raised text-ink-soft">
                <Images aria-hidden="true" className="size-10" />
              </span>
            ) : (
              <img
                src={cover}
                alt=""
                loading="lazy"
                decoding="async"
                className="aspect-square w-full checkerboard object-cover"
              />
            )}
            <span className="grid gap-0.5 p-3">
              <span className="line-clamp-2 font-medium wrap-anywhere" dir="auto">
                {name}
              </span>
              <span className="text-sm text-ink-soft">
                {countOf(count)}
                {product && ", of a product"}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
