import { useStoredProgress } from "#web/features/academy/learning/use-offline-progress.ts"

/** Sends lessons that were done without a connection, on pages other than the portal's, which send them themselves. */
export function LazyProgress({ userId }: { userId: string }): null {
  useStoredProgress(userId)
  return null
}
