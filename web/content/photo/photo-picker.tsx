import { useQuery } from "@tanstack/react-query"
import { Camera } from "lucide-react"
import { type ReactElement, useEffect, useEffectEvent, useRef } from "react"
import { imagesBucketId, sizeLimitWords } from "#contract/hosted/files.ts"
import { messages } from "#contract/messages.ts"
import { maxPhotoBytes, namePhotoKinds, photoTypes } from "#web/lib/photos/prepare-photo.ts"
import { holdsPicture } from "#web/lib/photos/upload-file.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { StoredPhotosNote } from "#web/ui/layout/stored-photos-note.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { ChosenView } from "./chosen-view.tsx"
import type { ChosenPhoto } from "./use-photo.ts"

interface PhotoPickerProps {
  label: string
  chosen: ChosenPhoto
  /** More than one photo was given. */
  onMany?: ((files: readonly File[]) => void) | undefined
  /** False where another one on the screen takes what is pasted. */
  takesPaste?: boolean
  disabled: boolean
}

/** Takes one photo: dropped, chosen, taken with the camera or pasted. */
export function PhotoPicker({ label, chosen, onMany, takesPaste = true, disabled }: PhotoPickerProps): ReactElement {
  const { photo, choose } = chosen
  const readsHeic = useQuery(studioQuery).data?.readsHeic ?? false
  const camera = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]): void => {
    const [first, ...others] = files
    if (!first) return
    if (others.length === 0) choose(first)
    else {
      notify.error(messages.imageMissing)
      onMany?.(files)
    }
  }
  usePaste((files) => {
    if (!disabled && takesPaste) take(files)
  })
  if (photo) {
    return (
      <div className="grid gap-2">
        <ChosenView photo={photo} chosen={chosen} disabled={disabled} />
        <StoredPhotosNote count={photo.isFromBefore && !disabled ? 1 : 0} onClear={chosen.clear} />
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <Dropzone
        label={label}
        hint={`Drop here, press to choose${takesPaste ? ", or paste" : ""}. ${namePhotoKinds(readsHeic)}, up to ${sizeLimitWords(imagesBucketId)}.`}
        accept={photoTypes}
        holdsAccepted={holdsPicture}
        maxBytes={maxPhotoBytes}
        minBytes={1}
        onFiles={take}
        disabled={disabled}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ target }) => {
          take([...(target.files ?? [])])
          target.value = ""
        }}
      />
      <Button variant="secondary" className="pointer-fine:hidden" onClick={() => camera.current?.click()}>
        <Camera aria-hidden="true" />
        Take a photo
      </Button>
    </div>
  )
}

function usePaste(take: (files: File[]) => void): void {
  const handle = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith("image/"))
    if (files.length > 0) take(files)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => handle(event)
    document.addEventListener("paste", listener)
    return () => document.removeEventListener("paste", listener)
  }, [])
}
