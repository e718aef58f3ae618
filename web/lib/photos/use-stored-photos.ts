import { useEffect, useEffectEvent, useMemo } from "react"
import { createPhotoKeeper, type PhotoKeeper, type PhotoPlace, type StoredPhoto } from "./stored-photos.ts"

/**
 * Keeps the photos of a form on this device, and gives back those of an earlier visit when it opens.
 * @param userId whose they are; "" keeps nothing, nor does a form without a place
 * @param restore is handed the kept photos, once and only where there are some
 */
export function usePhotoKeeper(
  userId: string,
  place: PhotoPlace | undefined,
  restore: (kept: readonly (StoredPhoto & { key: string })[]) => void,
): PhotoKeeper {
  const keeper = useMemo(() => createPhotoKeeper(userId, place), [userId, place])
  const handOver = useEffectEvent(restore)
  useEffect(() => {
    let isHere = true
    void keeper.read().then((kept) => {
      if (isHere && kept.length > 0) handOver(kept)
    })
    return () => {
      isHere = false
    }
  }, [keeper])
  return keeper
}
