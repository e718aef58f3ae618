import type { PhotoToolSlug } from "#contract/catalogue/photo-tools.ts"
import {
  changeStored,
  dropStored,
  keptMs,
  listStoredKeys,
  openStored,
  readStored,
} from "#web/lib/stored/browser-store.ts"

/** Where photos are chosen; `mine` goes along from the home to trades and tools. */
export type PhotoPlace =
  | "mine"
  | "training"
  | "batch"
  | "scene"
  | "image-to-prompt"
  | "share"
  | `task-${string}`
  | PhotoToolSlug

/** A chosen photo that waits on this device until it is used. */
export interface StoredPhoto {
  name: string
  /** Until it is uploaded. */
  file?: File | undefined
  /** Where the server has it, once it is uploaded. */
  address?: string | undefined
  /** Bytes of the original, where `file` is a smaller copy of it. */
  originalBytes?: number | undefined
}

/** Keeps photos of one place (docs/product-rules.md#photos-on-the-device). Whatever goes wrong, the form goes on. */
export interface PhotoKeeper {
  /** What was kept before, in the order in which it was chosen. */
  read: () => Promise<(StoredPhoto & { key: string })[]>
  /** A key for a photo that was just chosen. */
  newKey: () => string
  /** Keeps a photo, or what became of it since. */
  keep: (key: string, photo: StoredPhoto) => Promise<void>
  forget: (key: string) => Promise<void>
  /** Forgets all photos of the place: they were used, or are not wanted. */
  forgetAll: () => Promise<void>
}

/** Bytes that wait in one place at most; what is beyond is chosen again. A browser may have room for less. */
const maxStoredBytes = 100_000_000

/** @param userId "" keeps nothing, as no place does */
export function createPhotoKeeper(userId: string, place: PhotoPlace | undefined): PhotoKeeper {
  const isOff = userId === "" || place === undefined
  const start = `photo:${place}:`
  // Once: what comes after signing out keeps nothing.
  let opened: Promise<void> | undefined
  const open = (): Promise<void> => {
    opened ??= openStored(userId)
    return opened
  }
  const bytes = new Map<string, number>()
  let made = 0

  const forget = async (key: string): Promise<void> => {
    bytes.delete(key)
    if (!isOff) await changeStored(userId, key, () => undefined)
  }

  return {
    forget,
    async read() {
      if (isOff) return []
      await open()
      const photos: (StoredPhoto & { key: string })[] = []
      for (const key of await listStoredKeys(userId, start)) {
        const photo = (await readStored(userId, key)) as StoredPhoto | undefined
        if (!photo) continue
        bytes.set(key, photo.file?.size ?? 0)
        photos.push({ ...photo, key })
      }
      return photos
    },
    newKey: () => `${start}${Date.now()}-${String(made++).padStart(4, "0")}@${Date.now() + keptMs}`,
    async keep(key, photo) {
      if (isOff) return
      bytes.set(key, photo.file?.size ?? 0)
      const sum = [...bytes.values()].reduce((all, one) => all + one, 0)
      if (sum > maxStoredBytes) return forget(key)
      await open()
      await changeStored(userId, key, () => photo)
    },
    async forgetAll() {
      bytes.clear()
      if (!isOff) await dropStored(userId, start)
    },
  }
}
