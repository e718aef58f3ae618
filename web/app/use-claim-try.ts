import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { claimTry, getTry } from "#contract/product/tries.ts"
import { call } from "#web/lib/call.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { forgetTry, hasTry } from "#web/lib/try-mark.ts"
import { notify } from "#web/ui/toast.tsx"

/** Time between two looks at a picture that is still being drawn, in ms. */
const lookAgainMs = 3_000

/** Takes the picture that was drawn here before there was an account into the person's gallery. */
export function useClaimTry(): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!hasTry()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const claim = async (): Promise<void> => {
      try {
        const { isClaimed } = (await call(claimTry, { body: {} })).data
        if (isClaimed) {
          forgetTry()
          notify.success("Your first picture is in your gallery.")
          await queries.invalidateQueries({ queryKey: queryKeys.userGenerations })
          return
        }
        const { try: waiting } = (await call(getTry)).data
        if (!waiting || waiting.status === "failed") forgetTry()
        else if (!isLeft) timer = setTimeout(() => void claim(), lookAgainMs)
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
