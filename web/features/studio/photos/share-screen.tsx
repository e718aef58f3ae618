import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useState } from "react"
import { useNavigate } from "react-router"
import { maxBatchPhotos } from "#contract/studio/batches.ts"
import { usePutOnShelf } from "#web/content/use-put-on-shelf.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { preparePhoto } from "#web/lib/photos/prepare-photo.ts"
import { uploadPicture } from "#web/lib/photos/upload-picture.ts"
import { pictureRefOf } from "#web/lib/shelf/shelf.ts"
import { type SharedThings, takeShared } from "#web/lib/stored/shared-things.ts"
import { readsHeicAt } from "#web/lib/studio/studio-query.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Spinner } from "#web/ui/feedback/spinner.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { handOver } from "./pending-files.ts"

/** Once for a page, whatever draws it again: what is taken lies nowhere any more. */
let taken: Promise<SharedThings> | undefined

/** /share: what becomes of photos or words that another app of the phone shared. */
export function Component(): ReactElement {
  const [shared, setShared] = useState<SharedThings>()
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const navigate = useNavigate()
  useEffect(() => {
    let isHere = true
    taken ??= takeShared().catch(() => ({ photos: [], words: "" }))
    void taken.then((found) => isHere && setShared(found))
    return () => {
      isHere = false
    }
  }, [])
  useEffect(() => {
    const made = shared?.photos.map((photo) => URL.createObjectURL(photo)) ?? []
    setAddresses(made)
    return () => {
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [shared])
  if (!shared) {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        Opening what you shared
      </p>
    )
  }
  const { photos, words } = shared
  const leave = (path: string, files: readonly File[]): void => {
    taken = undefined
    handOver(files)
    void navigate(path)
  }
  if (photos.length === 0 && words === "") {
    return (
      <div className="grid max-w-measure gap-4">
        <h1 className="text-3xl">Nothing was shared</h1>
        <p>
          Share a photo from your phone's gallery with this app, or choose one:{" "}
          <TextLink to="/generations/bg-remover">remove a background</TextLink>,{" "}
          <TextLink to="/generations/photo-upscaling">enlarge a photo</TextLink>,{" "}
          <TextLink to="/generations/batch?new">work on several</TextLink>.
        </p>
      </div>
    )
  }
  const [first] = photos
  return (
    <div className="grid max-w-measure gap-6">
      <h1 className="text-3xl">What should become of it?</h1>
      {photos.length > 0 && (
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          {addresses.map((address, index) => (
            <li key={address}>
              <img
                src={address}
                alt={photos[index]?.name ?? ""}
                className="aspect-square w-full rounded-control bg-raised object-cover"
              />
            </li>
          ))}
        </ul>
      )}
      {words !== "" && <blockquote className="border-l-4 border-indigo pl-4 wrap-anywhere">{words}</blockquote>}
      <div className="grid justify-items-stretch gap-3 sm:justify-items-start">
        {first && photos.length === 1 && (
          <>
            <Button size="large" onClick={() => leave("/generations/bg-remover", [first])}>
              Remove its background
            </Button>
            <Button size="large" variant="secondary" onClick={() => leave("/generations/photo-upscaling", [first])}>
              Enlarge it
            </Button>
          </>
        )}
        {photos.length > 0 && (
          <Button
            size="large"
            variant={photos.length === 1 ? "secondary" : "primary"}
            onClick={() => leave("/generations/batch?new", photos.slice(0, maxBatchPhotos))}
          >
            {photos.length === 1 ? "Begin a batch with it" : `Work on all ${photos.length} at once`}
          </Button>
        )}
        {photos.length > 0 && <PutPhotosOnShelf photos={photos} />}
        {words !== "" && (
          <Button
            size="large"
            variant={photos.length > 0 ? "secondary" : "primary"}
            onClick={() => leave(`/app?${new URLSearchParams({ prompt: words })}`, [])}
          >
            Draw from these words
          </Button>
        )}
      </div>
    </div>
  )
}

/** Keeps the photos and makes a draft of each. */
function PutPhotosOnShelf({ photos }: { photos: readonly File[] }): ReactElement {
  const queries = useQueryClient()
  const putOnShelf = usePutOnShelf()
  const put = useMutation({
    mutationFn: async () => {
      const pictures = await Promise.all(
        photos.map(async (photo) => {
          const { file } = await preparePhoto(photo, () => readsHeicAt(queries), { isLighter: true })
          return (await uploadPicture(queries, file)).secure_url
        }),
      )
      await putOnShelf.mutateAsync({ pictures: pictures.flatMap((url) => pictureRefOf(url) ?? []), as: "one-each" })
      taken = undefined
    },
    // Without a connection the photos wait for it, as every upload does.
    networkMode: "always",
  })
  return (
    <>
      <Button size="large" variant="secondary" busy={put.isPending} onClick={() => put.mutate()}>
        {photos.length === 1 ? "Put it on the shelf" : `Put all ${photos.length} on the shelf`}
      </Button>
      <FormTrouble message={put.error ? messageOf(put.error, "This could not be put on the shelf.") : undefined} />
    </>
  )
}
