import { useMutation } from "@tanstack/react-query"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { loadBackend } from "#web/lib/calls/load-backend.ts"
import { useMailCooldown } from "./mail-cooldown.ts"

/** What a screen does with the outcome, such as saying it in passing. */
interface Outcome {
  success: (message: string) => unknown
  error: (message: string) => unknown
}

interface SendVerification {
  send: () => void
  isSending: boolean
  /** Until the next mail may be sent; 0 when it may. */
  secondsLeft: number
  /** Of the button. */
  label: string
}

/** Sends the mail that confirms the address, at most once a minute. */
export function useSendVerification(email: string, outcome: Outcome): SendVerification {
  const { secondsLeft, begin } = useMailCooldown("verification", email)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await loadBackend()).sendVerification(),
    onSuccess: () => {
      begin()
      outcome.success("Sent. The link works for an hour.")
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter !== null && error.retryAfter <= 60) begin(error.retryAfter)
      outcome.error(messageOf(error, noAnswerMessage))
    },
  })
  const label = secondsLeft > 0 ? `Send again in ${secondsLeft} s` : "Send again"
  return { send: () => mutate(), isSending: isPending, secondsLeft, label }
}
