import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { useNavigate } from "react-router"
import { type AlbumNumbers, countAlbum, deleteAlbum } from "#contract/studio/albums.ts"
import { trashDays } from "#contract/studio/trash.ts"
import { readAlbumsAgain } from "#web/features/studio/galleries/lists/use-gallery.ts"
import { countOf } from "#web/features/studio/galleries/trash/count-of.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

interface DeleteAlbumProps {
  albumId: string
  name: string
  onClose: () => void
}

/** Says in numbers what goes with an album, and deletes it alone or with its pictures. */
export function DeleteAlbum({ albumId, name, onClose }: DeleteAlbumProps): ReactElement {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const params = { albumId }
  const [done, setDone] = useState(0)
  const numbers = useQuery({
    queryKey: [...queryKeys.albums, "numbers", albumId],
    queryFn: async () => (await call(countAlbum, { params })).data,
    staleTime: 0,
  })
  const remove = useMutation({
    mutationFn: async (pictures: "keep" | "trash") => {
      for (let trashed = 0; ; ) {
        const { data } = await call(deleteAlbum, { params, body: { pictures } })
        trashed += data.trashed
        setDone(trashed)
        if (data.is_deleted) return trashed
        if (data.trashed === 0) throw new Error(`${countOf(data.left)} could not be moved to the trash.`)
      }
    },
    onSuccess: async (trashed) => {
      notify.success(trashed > 0 ? `Album deleted, ${countOf(trashed)} in the trash` : "Album deleted")
      await navigate("/photo-gallery/albums", { replace: true })
    },
    onError: (error) => notify.error(messageOf(error, "The album could not be deleted.")),
    onSettled: () => {
      readAlbumsAgain(queries, albumId)
      void queries.invalidateQueries({ queryKey: queryKeys.userGenerations })
      void queries.invalidateQueries({ queryKey: queryKeys.trash })
    },
  })
  const { data } = numbers
  const isBusy = remove.isPending
  return (
    <Dialog
      open
      onOpenChange={isBusy ? () => {} : onClose}
      title="Delete this album?"
      description={`“${name}” will be deleted. This cannot be taken back.`}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Keep
          </Button>
          <Button
            variant="secondary"
            busy={isBusy && remove.variables === "keep"}
            disabled={data === undefined || isBusy}
            onClick={() => remove.mutate("keep")}
          >
            Delete album only
          </Button>
          {data !== undefined && data.pictures > 0 && (
            <Button
              variant="danger"
              busy={isBusy && remove.variables === "trash"}
              busyWords={`${done} of ${data.pictures} moved`}
              disabled={isBusy}
              onClick={() => remove.mutate("trash")}
            >
              Album and {countOf(data.pictures)}
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <ul className="grid list-disc gap-1 pl-5">
          {linesOf(data).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : numbers.error ? (
        <p role="alert">{messageOf(numbers.error, "The album could not be read.")}</p>
      ) : (
        <Progress label="Counting" />
      )}
    </Dialog>
  )
}

function linesOf(numbers: AlbumNumbers): string[] {
  const { pictures, inOthers, onProducts, links } = numbers
  return [
    ...(pictures === 0 ? ["No picture is in it."] : []),
    ...(pictures > 0
      ? [
          `${countOf(pictures)} ${pictures === 1 ? "is" : "are"} in it. Deleted with it, they are in the trash for ${trashDays} days.`,
        ]
      : []),
    ...(inOthers > 0 ? [`${countOf(inOthers)} of them also in other albums.`] : []),
    ...(onProducts > 0 ? [`${countOf(onProducts)} of them on a product of your shelf.`] : []),
    ...(numbers.public > 0 ? [`${countOf(numbers.public)} of them public.`] : []),
    ...(links > 0 ? [links === 1 ? "One private link to it ends." : `${links} private links to it end.`] : []),
  ]
}
