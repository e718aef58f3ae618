import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { getTry } from "#contract/studio/guest-trial.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { takeTry, tryStored } from "#web/lib/session/guest-trial-claim.ts"
import { forgetTry, hasTry } from "#web/lib/session/guest-trial-mark.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Time between two looks at a picture that is still being drawn, in ms. */
const pollEveryMs = 3_000

/** Takes a visitor's picture into the gallery that was still being drawn when the person signed in. */
export function useClaimTry(): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!hasTry()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const claim = async (): Promise<void> => {
      try {
        if (await takeTry()) {
          notify.success(tryStored)
          await queries.invalidateQueries({ queryKey: queryKeys.userGenerations })
          return
        }
        const { try: waiting } = (await call(getTry)).data
        if (!waiting || waiting.status === "failed") forgetTry()
        else if (!isLeft) timer = setTimeout(() => void claim(), pollEveryMs)
      } catch {
        // The picture waits for a week: the next visit asks again.
      }
    }
    void claim()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [queries])
}
