import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useState } from "react"
import { useNavigate } from "react-router"
import { maxBatchPhotos } from "#contract/studio/batches.ts"
import { usePutOnShelf } from "#web/content/use-put-on-shelf.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { preparePhoto } from "#web/lib/photos/prepare-photo.ts"
import { uploadPicture } from "#web/lib/photos/upload-picture.ts"
import { pictureRefOf } from "#web/lib/shelf/shelf.ts"
import { readsHeicAt } from "#web/lib/studio/studio-query.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Spinner } from "#web/ui/feedback/spinner.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { handOver } from "./pending-files.ts"
import { type SharedPhoto, useShared } from "./use-shared.ts"

/** /share: what becomes of photos or words that another app of the phone shared. */
export function Component(): ReactElement {
  const { shared, noteUploaded, end } = useShared()
  const navigate = useNavigate()
  if (!shared) {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        Opening what you shared
      </p>
    )
  }
  const { photos, words } = shared
  const leave = (path: string, files: readonly SharedPhoto[]): void => {
    handOver(files.map(({ file }) => file))
    end()
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
          {photos.map((photo) => (
            <li key={photo.key}>
              <Thumbnail {...photo} />
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
        {photos.length > 0 && <PutPhotosOnShelf photos={photos} noteUploaded={noteUploaded} end={end} />}
        {words !== "" && (
          <Button
            size="large"
            variant={photos.length > 0 ? "secondary" : "primary"}
            onClick={() => leave(`/app?${new URLSearchParams({ prompt: words })}`, [])}
          >
            Draw from these words
          </Button>
        )}
        <Button size="large" variant="quiet" onClick={() => leave("/app", [])}>
          Do nothing with it
        </Button>
      </div>
    </div>
  )
}

function Thumbnail({ file, name }: SharedPhoto): ReactElement {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return <img src={address} alt={name} className="aspect-square w-full rounded-control bg-raised object-cover" />
}

interface PutPhotosProps extends Pick<ReturnType<typeof useShared>, "noteUploaded" | "end"> {
  photos: readonly SharedPhoto[]
}

/** Keeps the photos and makes a draft of each. What is up stays up when one of them fails. */
function PutPhotosOnShelf({ photos, noteUploaded, end }: PutPhotosProps): ReactElement {
  const queries = useQueryClient()
  const putOnShelf = usePutOnShelf()
  const there = photos.filter(({ address }) => address !== undefined)
  const missing = photos.length - there.length
  const send = async (photo: SharedPhoto): Promise<string> => {
    const { file } = await preparePhoto(photo.file, () => readsHeicAt(queries), { isLighter: true })
    const { secure_url } = await uploadPicture(queries, file)
    noteUploaded(photo, secure_url)
    return secure_url
  }
  const put = useMutation({
    mutationFn: async (chosen: readonly SharedPhoto[]) => {
      const sent = await Promise.allSettled(chosen.map((photo) => photo.address ?? send(photo)))
      const failure = sent.find((one) => one.status === "rejected")
      if (failure) throw failure.reason
      const addresses = sent.flatMap((one) => (one.status === "fulfilled" ? one.value : []))
      await putOnShelf.mutateAsync({ pictures: addresses.flatMap((url) => pictureRefOf(url) ?? []), as: "one-each" })
      end()
    },
    // Without a connection the photos wait for it, as every upload does.
    networkMode: "always",
  })
  const isPartly = put.isError && missing > 0 && there.length > 0
  return (
    <>
      <Button size="large" variant="secondary" busy={put.isPending} onClick={() => put.mutate(photos)}>
        {photos.length === 1 ? "Put it on the shelf" : `Put all ${photos.length} on the shelf`}
      </Button>
      {put.isPending && photos.length > 1 && (
        <p role="status" className="text-sm text-ink-soft">
          {there.length} of {photos.length} sent
        </p>
      )}
      {isPartly && (
        <FormTrouble
          message={`${missing} of ${photos.length} photos ${missing === 1 ? "was" : "were"} not sent. The others are there.`}
        >
          <p>{messageOf(put.error, "This could not be put on the shelf.")}</p>
          <Button variant="secondary" className="mt-2 justify-self-start" onClick={() => put.mutate(there)}>
            Go on with {there.length} of {photos.length}
          </Button>
        </FormTrouble>
      )}
      {put.isError && !isPartly && (
        <FormTrouble message={messageOf(put.error, "This could not be put on the shelf.")} />
      )}
    </>
  )
}
