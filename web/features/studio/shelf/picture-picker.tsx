import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query"
import { Check } from "lucide-react"
import { type ReactElement, useRef, useState } from "react"
import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/project.ts"
import { listOwnPictures, ownPicturesPage } from "#contract/studio/own-pictures.ts"
import type { ShelfPicture } from "#contract/studio/shelf.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { listPhotoshoots, listUploads, pageSize } from "#web/lib/calls/backend.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { picturePath, previewPath, uploadPreviewPath } from "#web/lib/photos/picture-path.ts"
import { preparePhoto } from "#web/lib/photos/prepare-photo.ts"
import { uploadPicture } from "#web/lib/photos/upload-picture.ts"
import { useSession } from "#web/lib/session/session.ts"
import { pictureRefOf } from "#web/lib/shelf/shelf.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"

interface PicturePickerProps {
  /** Those that are there already. */
  chosen: readonly ShelfPicture[]
  /** How many there may be. */
  most: number
  /** The product's album, which is looked at first. */
  albumId?: string | undefined
  onDone: (more: readonly ShelfPicture[]) => void
  onClose: () => void
}

const kinds = [
  { value: "generations", label: "Made here" },
  { value: "files", label: "Uploads" },
  { value: "photoshoots", label: "Shoots" },
] as const
const ofAlbum = { value: "album", label: "Its album" } as const
type Kind = (typeof kinds)[number]["value"] | (typeof ofAlbum)["value"]

interface Offered extends ShelfPicture {
  name: string
}

const keyOf = ({ source, id }: ShelfPicture): string => `${source}:${id}`

/** Chooses from all of a person's own pictures, or uploads a new one. */
export function PicturePicker({ chosen, most, albumId, onDone, onClose }: PicturePickerProps): ReactElement {
  const [kind, setKind] = useState<Kind>(albumId === undefined ? "generations" : "album")
  const [picked, setPicked] = useState<readonly ShelfPicture[]>([])
  const pictures = usePictures(kind, albumId)
  const room = most - chosen.length - picked.length
  const known = new Set(chosen.map(keyOf))
  const toggle = (picture: ShelfPicture): void =>
    setPicked((before) =>
      before.some((one) => keyOf(one) === keyOf(picture))
        ? before.filter((one) => keyOf(one) !== keyOf(picture))
        : [...before, picture],
    )
  const shown = pictures.data?.pages.flat().filter((one) => !known.has(keyOf(one)))
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={onClose}
      title="Add pictures"
      description={room > 0 ? `${room} more can be added.` : "That is as many as there can be."}
      actions={
        <>
          <UploadButton disabled={room === 0} onUploaded={(picture) => setPicked((before) => [...before, picture])} />
          <Button disabled={picked.length === 0} onClick={() => onDone(picked)}>
            {picked.length === 0 ? "Add" : picked.length === 1 ? "Add 1 picture" : `Add ${picked.length} pictures`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Segmented
          label="Which pictures"
          hideLabel
          choices={albumId === undefined ? kinds : [ofAlbum, ...kinds]}
          value={kind}
          onPick={setKind}
        />
        {shown === undefined ? (
          pictures.error ? (
            <p role="alert">{messageOf(pictures.error, "The pictures could not be loaded.")}</p>
          ) : (
            <Progress label="Loading" />
          )
        ) : shown.length === 0 ? (
          <p className="text-ink-soft">Nothing here to add.</p>
        ) : (
          <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5">
            {shown.map((picture) => {
              const isPicked = picked.some((one) => keyOf(one) === keyOf(picture))
              return (
                <li key={keyOf(picture)}>
                  <button
                    type="button"
                    aria-pressed={isPicked}
                    aria-label={picture.name || "Picture without a name"}
                    disabled={!isPicked && room === 0}
                    onClick={() => toggle(picture)}
                    className="relative block w-full overflow-hidden rounded-control border-2 border-transparent disabled:opacity-55 aria-pressed:border-indigo"
                  >
                    <img
                      src={picture.preview}
                      alt=""
                      loading="lazy"
                      decoding="async"
                      className="aspect-square w-full checkerboard object-cover"
                    />
                    {isPicked && (
                      <span className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-indigo text-on-indigo">
                        <Check aria-hidden="true" className="size-4" />
                      </span>
                    )}
                  </button>
                </li>
              )
            })}
          </ul>
        )}
        {pictures.hasNextPage && (
          <Button
            variant="secondary"
            className="justify-self-center"
            busy={pictures.isFetchingNextPage}
            onClick={() => void pictures.fetchNextPage()}
          >
            Load more
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function usePictures(kind: Kind, albumId: string | undefined) {
  const { id: userId } = useSession()
  return useInfiniteQuery({
    queryKey: [...queryKeys.products, "pictures", userId, kind, albumId],
    queryFn: ({ pageParam }) => readPage(kind, userId, albumId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < pageLength[kind] ? undefined : last.at(-1)?.id),
  })
}

const pageLength: Readonly<Record<Kind, number>> = {
  album: ownPicturesPage,
  generations: ownPicturesPage,
  files: pageSize,
  photoshoots: pageSize,
}

async function readPage(
  kind: Kind,
  userId: string,
  albumId: string | undefined,
  after: string | undefined,
): Promise<Offered[]> {
  if (kind === "files") {
    return (await listUploads(after)).map(({ $id, name }) => ({ ...uploadAt($id), name }))
  }
  if (kind !== "photoshoots") {
    const { data } = await call(listOwnPictures, { query: { after, ...(kind === "album" && { album: albumId }) } })
    return data.map(({ $id: id, prompt: name, url, preview_320: preview }) => {
      return { source: "generations", id, name, url: picturePath(url), preview: picturePath(preview) }
    })
  }
  return (await listPhotoshoots(userId, undefined, after)).map(({ $id: id, prompt: name, url }) => {
    return { source: kind, id, name, url: picturePath(url), preview: previewPath(url, 320) }
  })
}

function uploadAt(id: string): ShelfPicture {
  const url = viewPath(imagesBucketId, id, projectId)
  return { source: "files", id, url, preview: uploadPreviewPath(url, 320) }
}

interface UploadButtonProps {
  disabled: boolean
  onUploaded: (picture: ShelfPicture) => void
}

/** Uploads a photo, which is chosen then. */
function UploadButton({ disabled, onUploaded }: UploadButtonProps): ReactElement {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const take = async (file: File): Promise<void> => {
    setProblem(undefined)
    setShare(0)
    try {
      const readsHeic = async () => (await queries.ensureQueryData(studioQuery)).readsHeic
      const photo = await preparePhoto(file, readsHeic)
      const { secure_url } = await uploadPicture(queries, photo.file, { onShare: setShare })
      const ref = pictureRefOf(secure_url)
      if (ref) onUploaded(uploadAt(ref.id))
      void queries.invalidateQueries({ queryKey: queryKeys.uploads })
      void queries.invalidateQueries({ queryKey: [...queryKeys.products, "pictures"] })
    } catch (error) {
      setProblem(messageOf(error, "The photo could not be uploaded."))
    } finally {
      setShare(undefined)
    }
  }
  return (
    <>
      <FormTrouble message={problem} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ""
          if (file) void take(file)
        }}
      />
      <Button
        variant="secondary"
        disabled={disabled}
        busy={share !== undefined}
        busyWords={`Uploading ${Math.round((share ?? 0) * 100)} %`}
        onClick={() => input.current?.click()}
      >
        Upload a photo
      </Button>
    </>
  )
}
