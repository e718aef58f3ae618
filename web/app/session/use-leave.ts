import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "react-router"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { signOut } from "#web/lib/session/sign-out.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { setTheme } from "#web/ui/theme/use-theme.ts"

/** Signing out, to the page of signing in. */
export function useLeave(): { leave: () => void; isLeaving: boolean } {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leaving = useMutation({
    mutationFn: () => signOut(queries),
    onSuccess: (outcome) => {
      setTheme("system")
      // Without a connection the guard says so where the person is: another screen could not be fetched.
      return outcome === "sent" ? navigate("/sign-in") : undefined
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return { leave: () => leaving.mutate(), isLeaving: leaving.isPending }
}
