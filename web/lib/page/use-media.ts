import { useCallback, useSyncExternalStore } from "react"

/** Whether the window fits a media query; false where that cannot be asked. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (look: () => void) => {
      const list = globalThis.matchMedia?.(query)
      list?.addEventListener("change", look)
      return () => list?.removeEventListener("change", look)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => globalThis.matchMedia?.(query).matches ?? false,
    () => false,
  )
}
