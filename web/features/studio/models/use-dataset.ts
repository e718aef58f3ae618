import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { trainingRules } from "#contract/catalogue/trainings.ts"
import { messages } from "#contract/messages.ts"
import { checkPhoto } from "#contract/studio/trainings.ts"
import { call } from "#web/lib/calls/call.ts"
import { isHeic, preparePhoto } from "#web/lib/photos/prepare-photo.ts"
import type { StoredPhoto } from "#web/lib/photos/stored-photos.ts"
import { uploadPicture } from "#web/lib/photos/upload-picture.ts"
import { usePhotoKeeper } from "#web/lib/photos/use-stored-photos.ts"
import { readsHeicAt } from "#web/lib/studio/studio-query.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { type DatasetPhoto, tooSmall, turned, unreadable, unreadableHeic } from "./dataset.ts"
import { isStoredTurned } from "./photo-orientation.ts"
import { makeSmallPhoto } from "./small-photo.ts"

/**
 * The chosen photos: judged and made smaller as they come, uploaded one at a time when the shoot is started. They wait on
 * this device until then.
 */
export function useDataset(userId: string) {
  const queries = useQueryClient()
  const [photos, setPhotos] = useState<readonly DatasetPhoto[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const line = useRef<Promise<void>>(Promise.resolve())
  const shown = useRef(photos)
  shown.current = photos
  const gone = useRef(new Set<string>())
  const keeper = usePhotoKeeper(userId, "training", (kept) => restore(kept))

  useEffect(
    () => () => {
      for (const { preview } of shown.current) URL.revokeObjectURL(preview)
    },
    [],
  )

  const change = (id: string, part: Partial<DatasetPhoto>): void =>
    setPhotos((old) => old.map((photo) => (photo.id === id ? { ...photo, ...part } : photo)))

  const serverReadsHeic = (): Promise<boolean> => readsHeicAt(queries)

  /** What the server can open, it looks at before it trains. */
  const aboutHeic = async (): Promise<DatasetPhoto["findings"]> => ((await serverReadsHeic()) ? [] : [unreadableHeic])

  const keep = (id: string, photo: Omit<StoredPhoto, "name"> & { file: File }): void => {
    if (!gone.current.has(id)) void keeper.keep(id, { name: photo.file.name, ...photo })
  }

  const look = async ({ id, file, originalBytes, address }: DatasetPhoto): Promise<void> => {
    const small = await makeSmallPhoto(file)
    if (!small) {
      if (isHeic(file)) keep(id, { file })
      return change(id, { findings: isHeic(file) ? await aboutHeic() : [unreadable] })
    }
    const { base64, print, width, height, shrunk } = small
    const smaller = shrunk ? { file: shrunk, originalBytes: file.size } : { file, originalBytes }
    keep(id, { ...smaller, address })
    const isSmall = Math.min(width, height) < trainingRules.minSide
    const findings = await call(checkPhoto, { body: { photo: base64 } }).then(
      ({ data }) => data.findings,
      // The server looks again before it trains; nobody is kept waiting for this.
      () => [],
    )
    const others = isSmall ? [tooSmall, ...findings.filter(({ code }) => code !== tooSmall.code)] : findings
    change(id, { ...smaller, print, findings: (await isStoredTurned(file)) ? [...others, turned] : others })
  }

  const take = (added: readonly DatasetPhoto[]): void => {
    setPhotos((old) => [...old, ...added])
    for (const photo of added) {
      // One that this browser chokes on must not keep the others from being looked at.
      line.current = line.current.then(() => look(photo).catch(() => change(photo.id, { findings: [unreadable] })))
    }
  }

  const restore = (kept: readonly (StoredPhoto & { key: string })[]): void => {
    take(
      kept.flatMap(({ key, file, originalBytes, address }) =>
        file && photos.every(({ id }) => id !== key)
          ? [{ ...chosenPhoto(key, file), originalBytes, address, isFromBefore: true }]
          : [],
      ),
    )
  }

  const add = (files: readonly File[]): void => {
    const room = Math.max(0, trainingRules.maxImages - photos.length)
    setLeftOut(Math.max(0, files.length - room))
    take(files.slice(0, room).map((file) => chosenPhoto(keeper.newKey(), file)))
  }

  const remove = (id: string): void => {
    const removed = photos.find((photo) => photo.id === id)
    if (removed) URL.revokeObjectURL(removed.preview)
    gone.current.add(id)
    setLeftOut(0)
    setPhotos((old) => old.filter((photo) => photo.id !== id))
    void keeper.forget(id)
  }

  /** @returns its address, null when it could not be uploaded */
  const upload = async ({ id, file, originalBytes, address }: DatasetPhoto): Promise<string | null> => {
    if (address) return address
    change(id, { progress: 0, hasFailed: false })
    try {
      const { file: ready } = isHeic(file) ? await preparePhoto(file, serverReadsHeic) : { file }
      const { secure_url } = await uploadPicture(queries, ready, { onShare: (progress) => change(id, { progress }) })
      change(id, { progress: undefined, address: secure_url })
      keep(id, { file, originalBytes, address: secure_url })
      return secure_url
    } catch {
      change(id, { progress: undefined, hasFailed: true })
      notify.error(messages.uploadFailed)
      return null
    }
  }

  /** Uploads what is not up yet, one at a time. @returns the addresses, null when one is missing */
  const uploadAll = async (wanted: readonly DatasetPhoto[]): Promise<string[] | null> => {
    const addresses: string[] = []
    for (const photo of wanted) {
      const address = await upload(photo)
      if (address) addresses.push(address)
    }
    return addresses.length === wanted.length ? addresses : null
  }

  return {
    photos,
    /** How many of the last chosen ones were more than a training takes. */
    leftOut,
    add,
    remove,
    /** They have become a training. */
    forgetStored: keeper.forgetAll,
    retry: upload,
    uploadAll,
  }
}

function chosenPhoto(id: string, file: File): DatasetPhoto {
  return {
    id,
    file,
    preview: URL.createObjectURL(file),
    originalBytes: undefined,
    isFromBefore: false,
    findings: undefined,
    print: [],
    progress: undefined,
    address: undefined,
    hasFailed: false,
  }
}
