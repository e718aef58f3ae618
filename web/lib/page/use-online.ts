import { useSyncExternalStore } from "react"

function subscribe(look: () => void): () => void {
  addEventListener("online", look)
  addEventListener("offline", look)
  return () => {
    removeEventListener("online", look)
    removeEventListener("offline", look)
  }
}

/** Whether this device says that it has a network. Having one does not mean that the server can be reached. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}
