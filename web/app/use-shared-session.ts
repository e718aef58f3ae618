import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { queryKeys } from "#web/lib/query-keys.ts"
import { fallbackKey } from "#web/lib/stored-session.ts"

/** Looks again who is signed in when another tab signs in or out. */
export function useSharedSession(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const look = ({ key }: StorageEvent): void => {
      // A cleared storage has no key to name.
      if (key === fallbackKey || key === null) void queries.resetQueries({ queryKey: queryKeys.currentUser })
    }
    addEventListener("storage", look)
    return () => removeEventListener("storage", look)
  }, [queries])
}
