import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useNavigate } from "react-router"
import { messages } from "#contract/messages.ts"
import { confirmVerification } from "#web/lib/backend.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { Button } from "#web/ui/button.tsx"
import { notify } from "#web/ui/toast.tsx"
import { useMailLink } from "./use-mail-link.ts"

/** A button that confirms the address; works on any device (specification §2). */
export function VerifyScreen(): ReactElement {
  const { userId, secret } = useMailLink()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const verify = useMutation({
    mutationFn: () => confirmVerification(userId, secret),
    onSuccess: async () => {
      notify.success(messages.verified)
      await queries.invalidateQueries({ queryKey: queryKeys.currentUser })
      await navigate("/app", { replace: true })
    },
    onError: (error) => {
      console.error("verification failed", error)
      notify.error(messages.verificationFailed)
    },
  })
  return (
    <div className="grid max-w-md justify-items-center gap-6 text-center">
      <h1 className="text-3xl">Confirm your e-mail</h1>
      <p className="text-lg text-ink-soft">One press, and this address is yours here.</p>
      <Button size="large" busy={verify.isPending} onClick={() => verify.mutate()}>
        Verify my account
      </Button>
    </div>
  )
}
