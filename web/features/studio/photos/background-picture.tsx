import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/project.ts"
import { PhotoPicker } from "#web/content/photo/photo-picker.tsx"
import type { ChosenPhoto } from "#web/content/photo/use-photo.ts"
import { listGenerations, listUploads } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { picturePath, previewPath } from "#web/lib/photos/picture-path.ts"
import { useSession } from "#web/lib/session/session.ts"

/** Own pictures that are offered of each kind, the newest. */
const offered = 12

interface OfferedPicture {
  address: string
  name: string
  small: string
}

interface GroundPictureProps {
  label?: string
  chosen: ChosenPhoto
  disabled: boolean
}

/** Takes the picture that a product is put before: a new photo, or one that the person has here already. */
export function GroundPicture({
  label = "Select a picture as background",
  chosen,
  disabled,
}: GroundPictureProps): ReactElement {
  const pictures = useOwnPictures()
  return (
    <div className="grid min-w-0 gap-3">
      <PhotoPicker label={label} chosen={chosen} disabled={disabled} takesPaste={false} />
      {!chosen.photo && pictures.length > 0 && (
        <fieldset disabled={disabled} className="min-w-0">
          <legend className="mb-2 font-medium">Or one of your pictures</legend>
          <ul className="flex snap-x gap-2 overflow-x-auto p-1">
            {pictures.map(({ address, name, small }) => (
              <li key={address} className="shrink-0 snap-start">
                <button
                  type="button"
                  aria-label={`Use ${name}`}
                  onClick={() => chosen.pick(address, name)}
                  className="checkerboard block size-20 overflow-hidden rounded-control ring-1 ring-line focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-indigo"
                >
                  <img src={small} alt="" loading="lazy" className="size-full object-cover" />
                </button>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </div>
  )
}

/** What a person drew, made or uploaded, the newest of each. */
function useOwnPictures(): OfferedPicture[] {
  const { id: userId } = useSession()
  const made = useQuery({
    queryKey: [...queryKeys.userGenerations, userId, "grounds"],
    queryFn: () => listGenerations(userId, undefined, offered),
    enabled: userId !== "",
  })
  const uploads = useQuery({ queryKey: [...queryKeys.uploads, "grounds"], queryFn: () => listUploads() })
  return [
    ...(uploads.data ?? []).slice(0, offered).map(({ $id, name }) => {
      const address = picturePath(viewPath(imagesBucketId, $id, projectId))
      return { address, name, small: address.replace("/view?", "/preview?width=160&output=webp&quality=80&") }
    }),
    ...(made.data ?? []).map(({ url, prompt }) => ({
      address: picturePath(url),
      name: prompt,
      small: previewPath(url, 320),
    })),
  ]
}
