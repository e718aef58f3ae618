import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useMemo } from "react"
import { createPhotoKeeper, type PhotoKeeper, type StoredPhoto } from "#web/lib/photos/stored-photos.ts"
import { useSession } from "#web/lib/session/session.ts"
import {
  changeStored,
  dropStored,
  keptMs,
  listStoredKeys,
  openStored,
  readStored,
} from "#web/lib/stored/browser-store.ts"
import { dropShared, readArrived } from "#web/lib/stored/shared-things.ts"

/** One shared photo, until something was chosen for it. */
export type SharedPhoto = StoredPhoto & { key: string; file: File }

interface Shared {
  photos: readonly SharedPhoto[]
  words: string
}

const wordsStart = "shared-words:"

/** Puts what the worker took in the place of what waited here before, in the person's own store. */
async function takeArrived(userId: string, keeper: PhotoKeeper): Promise<Shared | null> {
  const arrived = await readArrived(userId)
  if (!arrived) return null
  await openStored(userId)
  await forget(userId, keeper)
  const photos = arrived.photos.map((file) => ({ key: keeper.newKey(), name: file.name, file }))
  for (const { key, name, file } of photos) await keeper.keep(key, { name, file })
  const { words } = arrived
  if (words !== "") await changeStored(userId, `${wordsStart}@${Date.now() + keptMs}`, () => words)
  await dropShared()
  return { photos, words }
}

async function readKept(userId: string, keeper: PhotoKeeper): Promise<Shared> {
  const photos = (await keeper.read()).flatMap((photo) => (photo.file ? [{ ...photo, file: photo.file }] : []))
  const [key] = await listStoredKeys(userId, wordsStart)
  const words = key === undefined ? "" : String((await readStored(userId, key)) ?? "")
  return { photos, words }
}

async function forget(userId: string, keeper: PhotoKeeper): Promise<void> {
  await keeper.forgetAll()
  await dropStored(userId, wordsStart)
}

/** What another app shared, until it is used: on this device, for a day (docs/product-rules.md#photos-on-the-device). */
export function useShared() {
  const { id: userId } = useSession()
  const queries = useQueryClient()
  const keeper = useMemo(() => createPhotoKeeper(userId, "share"), [userId])
  const queryKey = ["shared", userId]
  const { data: shared } = useQuery({
    queryKey,
    queryFn: async () => (await takeArrived(userId, keeper).catch(() => null)) ?? readKept(userId, keeper),
    enabled: userId !== "",
    staleTime: Number.POSITIVE_INFINITY,
    // The store has it; the next time this screen is opened it may have been used.
    gcTime: 0,
  })
  return {
    shared,
    /** A photo is up: it need not go up once more, whatever becomes of the others. */
    noteUploaded: ({ key, name, file }: SharedPhoto, address: string): void => {
      queries.setQueryData<Shared>(queryKey, (old) => {
        const photos = old?.photos.map((photo) => (photo.key === key ? { ...photo, address } : photo))
        return old && photos && { ...old, photos }
      })
      void keeper.keep(key, { name, file, address })
    },
    /** Something was chosen for it, or nobody wants it. */
    end: () => void forget(userId, keeper),
  }
}
