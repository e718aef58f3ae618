import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Archive, ArchiveRestore, Download, EllipsisVertical, Link2, PenLine, Trash2 } from "lucide-react"
import { type ReactElement, useMemo, useState } from "react"
import { useParams } from "react-router"
import { type Album, changeAlbum, downloadAlbum } from "#contract/studio/albums.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { fillPath } from "#web/lib/calls/fill-path.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { saveFrom } from "#web/lib/page/save-from.ts"
import { shelfPath } from "#web/lib/shelf/shelf.ts"
import { albumsQuery } from "#web/lib/studio/albums.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { ErrorState } from "#web/ui/layout/empty-state.tsx"
import { Menu } from "#web/ui/overlay/menu.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import type { AlbumAct } from "./album-acts.tsx"
import { GeneratedPictures } from "./generated-pictures.tsx"
import { ofAlbum } from "./lists/use-gallery.ts"
import { countOf } from "./trash/count-of.ts"

const loadActs = async () => (await import("./album-acts.tsx")).AlbumActs

/** /photo-gallery/albums/{id}: the pictures of one album. */
export function Component(): ReactElement {
  const { albumId = "" } = useParams()
  const albums = useQuery(albumsQuery)
  const source = useMemo(() => ofAlbum(albumId), [albumId])
  const album = albums.data?.find(({ id }) => id === albumId)
  if (albums.data !== undefined && !album) {
    return (
      <ErrorState
        title="This album does not exist any more"
        text=""
        action={<LinkButton to="/photo-gallery/albums">See all albums</LinkButton>}
      />
    )
  }
  return (
    <>
      <TextLink to="/photo-gallery/albums">Albums</TextLink>
      <div className="mt-1 mb-4 flex items-start justify-between gap-3">
        <div>
          <h1 className="text-2xl wrap-anywhere sm:text-3xl" dir="auto">
            {album?.name ?? "Album"}
          </h1>
          <p className="text-ink-soft">
            {album && countOf(album.count)}
            {album?.is_archived && ", archived"}
            {album?.product && (
              <>
                {", of "}
                <TextLink to={`${shelfPath}/${album.product.id}`}>{album.product.name || "a product"}</TextLink>
              </>
            )}
          </p>
        </div>
        {album && <AlbumMenu album={album} />}
      </div>
      <GeneratedPictures
        key={albumId}
        source={source}
        label={`Pictures of ${album?.name ?? "the album"}`}
        whenEmpty={{ to: "/photo-gallery", words: "Choose pictures in your gallery" }}
      />
    </>
  )
}

function AlbumMenu({ album }: { album: Album }): ReactElement {
  const { id, is_archived } = album
  const queries = useQueryClient()
  const [act, setAct] = useState<AlbumAct>()
  const { part: AlbumActs, want } = useLazyPart(loadActs)
  const begin = (wanted: AlbumAct): void => {
    want()
    setAct(wanted)
  }
  const archive = useMutation({
    mutationFn: () => call(changeAlbum, { params: { albumId: id }, body: { is_archived: !is_archived } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.albums })
      notify.success(is_archived ? "The album is back" : "The album is archived")
    },
    onError: (error) => notify.error(messageOf(error, "This could not be done.")),
  })
  const download = (): void => saveFrom(fillPath(downloadAlbum.path, { albumId: id }))
  return (
    <>
      <Menu
        trigger={
          <Button variant="secondary" size="icon" className="shrink-0" aria-label="More for this album">
            <EllipsisVertical aria-hidden="true" />
          </Button>
        }
        groups={[
          [
            { label: "Private link", Icon: Link2, onPick: () => begin("share") },
            ...(album.count > 0 ? [{ label: "Download as ZIP", Icon: Download, onPick: download }] : []),
            { label: "Rename", Icon: PenLine, onPick: () => begin("rename") },
            is_archived
              ? { label: "Take out of the archive", Icon: ArchiveRestore, onPick: () => archive.mutate() }
              : { label: "Archive", Icon: Archive, onPick: () => archive.mutate() },
          ],
          [{ label: "Delete", Icon: Trash2, isDanger: true, onPick: () => begin("delete") }],
        ]}
      />
      {AlbumActs && act && <AlbumActs album={album} act={act} onClose={() => setAct(undefined)} />}
    </>
  )
}
