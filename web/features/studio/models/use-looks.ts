import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { type LookAnswer, lookAtCutOut, type PhotoLook, settleLook } from "#contract/studio/training-looks.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import type { DatasetPhoto } from "./dataset.ts"
import type { useDataset } from "./use-dataset.ts"

/** A photo whose cut-out is to be looked at before anything is paid. */
export interface UnseenPhoto {
  photo: DatasetPhoto
  look: PhotoLook
}

/** How the chosen photos are cut out, and what the person says of those that are not sure. */
export function useLooks({ uploadAll }: Pick<ReturnType<typeof useDataset>, "uploadAll">) {
  const [looks, setLooks] = useState<ReadonlyMap<string, { image: string; look: PhotoLook }>>(new Map())
  const [done, setDone] = useState(0)
  const keep = (id: string, image: string, look: PhotoLook): void =>
    setLooks((old) => new Map(old).set(id, { image, look }))

  const look = useMutation({
    /** @returns whether all of them are settled; false also when one could not be uploaded */
    mutationFn: async (photos: readonly DatasetPhoto[]): Promise<boolean> => {
      setDone(0)
      const images = await uploadAll(photos)
      if (!images) return false
      let areSettled = true
      for (const [index, photo] of photos.entries()) {
        const image = images[index] ?? ""
        // What could not be looked at now, the training cuts out by itself, and pays for no unsure one.
        const known =
          looks.get(photo.id)?.look ??
          (await call(lookAtCutOut, { body: { image } }).then(
            ({ data }) => data,
            () => null,
          ))
        setDone(index + 1)
        if (!known) continue
        keep(photo.id, image, known)
        areSettled &&= known.isSettled || !known.isFound
      }
      return areSettled
    },
  })
  const settle = useMutation({
    mutationFn: async ({ id, answer }: { id: string; answer: LookAnswer }) => {
      const image = looks.get(id)?.image ?? ""
      keep(id, image, (await call(settleLook, { body: { image, answer } })).data)
    },
    onError: (error) => notify.error(messageOf(error, "That did not work. Please try again.")),
  })
  const unseenOf = (photos: readonly DatasetPhoto[]): UnseenPhoto[] =>
    photos.flatMap((photo) => {
      const found = looks.get(photo.id)?.look
      return found?.isFound && !found.isSettled ? [{ photo, look: found }] : []
    })
  return { look, settle, unseenOf, done }
}
