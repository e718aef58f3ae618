import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { type ReactElement, useEffect, useRef, useState } from "react"
import { type Album, addToAlbum, listAlbums, takeFromAlbum } from "#contract/studio/albums.ts"
import { readAlbumsAgain } from "#web/features/studio/galleries/lists/use-gallery.ts"
import { countOf } from "#web/features/studio/galleries/trash/count-of.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { NameAlbum } from "./name-album.tsx"

interface ChooseAlbumsProps {
  /** Of drawn pictures, at most as many as one call takes. */
  ids: readonly string[]
  onClose: () => void
}

/** In which albums pictures are: each press puts all of them in, or takes them out. */
export function ChooseAlbums({ ids, onClose }: ChooseAlbumsProps): ReactElement {
  const queries = useQueryClient()
  const [isNaming, setIsNaming] = useState(false)
  const albums = useQuery({
    queryKey: [...queryKeys.albums, ids],
    queryFn: async () => (await call(listAlbums, { query: { pictures: ids.join(",") } })).data,
  })
  const put = useMutation({
    mutationFn: async ({ id, isIn }: { id: string; isIn: boolean }) =>
      (await call(isIn ? addToAlbum : takeFromAlbum, { params: { albumId: id }, body: { ids: [...ids] } })).data,
    onSuccess: ({ skipped }) => {
      const [first] = skipped
      if (first) notify.error(`${countOf(skipped.length)} stayed out. ${first.why}`)
    },
    onError: (error) => notify.error(messageOf(error, "This could not be done.")),
    onSettled: (_outcome, _error, { id }) => readAlbumsAgain(queries, id),
  })
  if (isNaming) {
    return (
      <NameAlbum
        onClose={() => setIsNaming(false)}
        onDone={({ id }) => {
          setIsNaming(false)
          put.mutate({ id, isIn: true })
        }}
      />
    )
  }
  const shown = albums.data?.filter(({ is_archived, chosen }) => !is_archived || chosen > 0)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Albums"
      description={
        ids.length === 1 ? "Which albums is this picture in?" : `Which albums are these ${ids.length} pictures in?`
      }
      actions={
        <>
          <Button variant="secondary" onClick={() => setIsNaming(true)}>
            <Plus aria-hidden="true" />
            New album
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {shown === undefined ? (
        albums.error ? (
          <p role="alert">{messageOf(albums.error, "Your albums could not be loaded.")}</p>
        ) : (
          <Progress label="Loading" />
        )
      ) : shown.length === 0 ? (
        <p className="text-ink-soft">You have no album yet.</p>
      ) : (
        <ul className="grid">
          {shown.map((album) => (
            <li key={album.id}>
              <AlbumBox
                album={album}
                all={ids.length}
                isBusy={put.isPending && put.variables.id === album.id}
                onPut={(isIn) => put.mutate({ id: album.id, isIn })}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface AlbumBoxProps {
  album: Album
  /** How many pictures are asked about. */
  all: number
  isBusy: boolean
  onPut: (isIn: boolean) => void
}

function AlbumBox({ album, all, isBusy, onPut }: AlbumBoxProps): ReactElement {
  const { name, count, chosen } = album
  const isSome = chosen > 0 && chosen < all
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome
  }, [isSome])
  return (
    <Checkbox
      ref={box}
      label={
        <span className="wrap-anywhere" dir="auto">
          {name}
        </span>
      }
      hint={isSome ? `${countOf(count)}, ${chosen} of these` : countOf(count)}
      checked={chosen === all}
      disabled={isBusy}
      onChange={({ target }) => onPut(target.checked)}
    />
  )
}
