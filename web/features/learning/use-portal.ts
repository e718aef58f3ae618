import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { getPortal, type Portal } from "#contract/product/learning.ts"
import { call } from "#web/lib/call.ts"
import { useOnline } from "#web/lib/use-online.ts"
import { notify } from "#web/ui/toast.tsx"
import { sendKeptProgress } from "./saved-progress.ts"

export const portalKey = ["getPortal"]

/** The learner's program; what was done offline is sent first. */
export function usePortal(): UseQueryResult<Portal> {
  const queries = useQueryClient()
  const isOnline = useOnline()
  useEffect(() => {
    if (!isOnline) return
    // Without an answer it stays kept, and the next connection tries again.
    sendKeptProgress().then(
      (sent) => {
        if (sent === 0) return
        notify.success(
          sent === 1 ? "One lesson you did offline is saved." : `${sent} lessons you did offline are saved.`,
        )
        void queries.invalidateQueries({ queryKey: portalKey })
      },
      () => undefined,
    )
  }, [isOnline, queries])
  return useQuery({ queryKey: portalKey, queryFn: async () => (await call(getPortal)).data })
}
