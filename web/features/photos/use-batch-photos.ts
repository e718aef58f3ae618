import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { messages } from "#contract/messages.ts"
import { maxBatchPhotos } from "#contract/product/batches.ts"
import { messageOf } from "#web/lib/api-error.ts"
import { preparePhoto } from "#web/lib/prepare-photo.ts"
import { studioQuery } from "#web/lib/studio-query.ts"
import { uploadPicture } from "#web/lib/upload-picture.ts"
import { notify } from "#web/ui/toast.tsx"
import { takePending } from "./pending-files.ts"

/** One photo of a batch that is put together. */
export interface BatchPhoto {
  id: number
  file: File
  state: "waiting" | "uploading" | "uploaded" | "failed"
  /** 0 to 1, while uploading. */
  share: number
  address: string | undefined
  problem: string | undefined
}

export interface BatchPhotos {
  photos: readonly BatchPhoto[]
  add: (files: readonly File[]) => void
  remove: (id: number) => void
  retry: (id: number) => void
  clear: () => void
}

/** Photos uploaded at once: phones have narrow lines. */
const atOnce = 2

/** Uploads the photos of a batch, a few at a time. */
export function useBatchPhotos(): BatchPhotos {
  const queries = useQueryClient()
  const [photos, setPhotos] = useState<readonly BatchPhoto[]>([])
  const nextId = useRef(0)
  const aborts = useRef(new Map<number, AbortController>())

  const change = (id: number, part: Partial<BatchPhoto>): void =>
    setPhotos((old) => old.map((photo) => (photo.id === id ? { ...photo, ...part } : photo)))
  const add = (files: readonly File[]): void =>
    setPhotos((old) => {
      const room = maxBatchPhotos - old.length
      if (files.length > room) notify.error("Too many files")
      return [...old, ...files.slice(0, room).map((file) => waiting(nextId.current++, file))]
    })

  useEffect(() => {
    const handed = takePending()
    if (handed.length > 0) setPhotos(handed.slice(0, maxBatchPhotos).map((file) => waiting(nextId.current++, file)))
    const running = aborts.current
    return () => {
      for (const abort of running.values()) abort.abort()
    }
  }, [])

  useEffect(() => {
    const uploading = photos.filter(({ state }) => state === "uploading").length
    for (const { id, file } of photos.filter(({ state }) => state === "waiting").slice(0, atOnce - uploading)) {
      const abort = new AbortController()
      aborts.current.set(id, abort)
      change(id, { state: "uploading", share: 0 })
      preparePhoto(file, async () => (await queries.ensureQueryData(studioQuery)).readsHeic)
        .then((prepared) =>
          uploadPicture(queries, prepared.file, { signal: abort.signal, onShare: (share) => change(id, { share }) }),
        )
        .then(
          ({ secure_url }) => change(id, { state: "uploaded", address: secure_url }),
          (error) => change(id, { state: "failed", problem: messageOf(error, messages.uploadFailed) }),
        )
    }
  })

  return {
    photos,
    add,
    remove: (id) => {
      aborts.current.get(id)?.abort()
      setPhotos((old) => old.filter((photo) => photo.id !== id))
    },
    retry: (id) => change(id, { state: "waiting", problem: undefined }),
    clear: () => setPhotos([]),
  }
}

function waiting(id: number, file: File): BatchPhoto {
  return { id, file, state: "waiting", share: 0, address: undefined, problem: undefined }
}
