import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { messages } from "#contract/messages.ts"
import { maxBatchPhotos } from "#contract/studio/batches.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { preparePhoto } from "#web/lib/photos/prepare-photo.ts"
import type { StoredPhoto } from "#web/lib/photos/stored-photos.ts"
import { uploadPicture } from "#web/lib/photos/upload-picture.ts"
import { usePhotoKeeper } from "#web/lib/photos/use-stored-photos.ts"
import { useSession } from "#web/lib/session/session.ts"
import { readsHeicAt } from "#web/lib/studio/studio-query.ts"
import { cancelled } from "#web/lib/uploads/send-file.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { takePending } from "./pending-files.ts"

/** One photo of a batch that is put together. */
export interface BatchPhoto {
  /** Key under which it waits on this device. */
  id: string
  name: string
  /** Absent where it was uploaded on an earlier visit. */
  file?: File | undefined
  isFromBefore: boolean
  state: "waiting" | "uploading" | "uploaded" | "failed"
  /** 0 to 1, while uploading. */
  share: number
  address: string | undefined
  /** In pixels; 0 until they are known. */
  width: number
  height: number
  problem: string | undefined
  /** Bytes that go up, and of the photo that was chosen, where a lighter copy goes in its place. */
  lighter?: { bytes: number; originalBytes: number } | undefined
}

export interface BatchPhotos {
  photos: readonly BatchPhoto[]
  add: (files: readonly File[]) => void
  remove: (id: string) => void
  retry: (id: string) => void
  /** They are worked on: they need not wait on this device any more. */
  forgetStored: () => void
}

/** Photos uploaded at once: phones have narrow lines. */
const atOnce = 2

/** Uploads the photos of a batch, a few at a time. @param keepsSize whether they go as they are, however large */
export function useBatchPhotos(keepsSize: boolean): BatchPhotos {
  const queries = useQueryClient()
  const [photos, setPhotos] = useState<readonly BatchPhoto[]>([])
  const { id: userId } = useSession()
  const keeper = usePhotoKeeper(userId, "batch", (kept) => restore(kept))
  const aborts = useRef(new Map<string, AbortController>())

  const change = (id: string, part: Partial<BatchPhoto>): void =>
    setPhotos((old) => old.map((photo) => (photo.id === id ? { ...photo, ...part } : photo)))
  const add = (files: readonly File[]): void => {
    const room = maxBatchPhotos - photos.length
    if (files.length > room) notify.error("Too many files")
    const added = files.slice(0, room).map((file) => ({ ...asPhoto(keeper.newKey(), file.name), file }))
    for (const { id, name, file } of added) void keeper.keep(id, { name, file })
    setPhotos((old) => [...old, ...added])
  }
  const restore = (kept: readonly (StoredPhoto & { key: string })[]): void => {
    const others = kept.filter(({ key }) => photos.every(({ id }) => id !== key))
    const back = others.map(
      ({ key, name, file, address }): BatchPhoto => ({
        ...asPhoto(key, name),
        file,
        address,
        isFromBefore: true,
        ...(address && { state: "uploaded" }),
      }),
    )
    setPhotos((old) => [...back, ...old].slice(0, maxBatchPhotos))
  }

  const takeHanded = useEffectEvent((): void => {
    const handed = takePending()
    if (handed.length > 0) add(handed)
  })
  useEffect(() => {
    takeHanded()
    const running = aborts.current
    return () => {
      for (const abort of running.values()) abort.abort()
    }
  }, [])

  useEffect(() => {
    const uploading = photos.filter(({ state }) => state === "uploading").length
    for (const { id, name, file } of photos.filter(({ state }) => state === "waiting").slice(0, atOnce - uploading)) {
      if (!file) continue
      const abort = new AbortController()
      aborts.current.set(id, abort)
      change(id, { state: "uploading", share: 0 })
      preparePhoto(file, () => readsHeicAt(queries), { isLighter: !keepsSize })
        .then((prepared) => {
          const { width, height, originalBytes } = prepared
          const lighter = originalBytes === undefined ? undefined : { bytes: prepared.file.size, originalBytes }
          change(id, { width, height, lighter })
          return uploadPicture(queries, prepared.file, {
            signal: abort.signal,
            onShare: (share) => change(id, { share }),
          })
        })
        .then(
          ({ secure_url: address, width, height }) => {
            change(id, { state: "uploaded", address, width, height })
            if (!abort.signal.aborted) void keeper.keep(id, { name, address })
          },
          (error) => change(id, { state: "failed", problem: messageOf(error, messages.uploadFailed) }),
        )
    }
  })

  // What went up lighter goes up once more as it was chosen.
  useEffect(() => {
    if (!keepsSize) return
    setPhotos((old) =>
      old.map((photo) =>
        photo.lighter && photo.file ? { ...photo, state: "waiting", address: undefined, lighter: undefined } : photo,
      ),
    )
  }, [keepsSize])

  return {
    photos,
    add,
    remove: (id) => {
      aborts.current.get(id)?.abort(cancelled)
      setPhotos((old) => old.filter((photo) => photo.id !== id))
      void keeper.forget(id)
    },
    retry: (id) => change(id, { state: "waiting", problem: undefined }),
    forgetStored: () => void keeper.forgetAll(),
  }
}

function asPhoto(id: string, name: string): BatchPhoto {
  return {
    id,
    name,
    isFromBefore: false,
    state: "waiting",
    share: 0,
    address: undefined,
    width: 0,
    height: 0,
    problem: undefined,
  }
}
