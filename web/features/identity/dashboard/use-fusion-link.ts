import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { useNavigate, useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { lazyCall } from "#web/lib/calls/lazy-call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/**
 * What `/app?ref=fusion` does: asks the server to record the stage, once, and opens /app again. The server decides;
 * a person who is not applied, or has no program, is only led to /app.
 */
export function useFusionLink(user: CurrentUser): void {
  const [search] = useSearchParams()
  const isAsked = search.get("ref") === "fusion"
  const hasAsked = useRef(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: async () => {
      const body = { userId: user.id, stage: "fusion", program: user.program, ProgamId: user.programId }
      const calls = () => import("#contract/academy/admissions.ts")
      await lazyCall(async () => (await calls()).updateStage, { body })
      await lazyCall(async () => (await calls()).createApplicationRecord, { body })
    },
    onSuccess: () => notify.success(messages.stageUpdated),
    onError: () => notify.error(messages.stageFailed),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.currentUser })
      void queries.invalidateQueries({ queryKey: queryKeys.journey })
    },
  })
  useEffect(() => {
    if (!isAsked || hasAsked.current || user.id === "") return
    hasAsked.current = true
    const goOn = (): void => void navigate("/app", { replace: true })
    if (user.stage === "applied" && user.program !== "") mutate(undefined, { onSettled: goOn })
    else goOn()
  }, [isAsked, mutate, navigate, user])
}
