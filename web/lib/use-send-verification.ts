import { useMutation } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { messageOf, noAnswerMessage } from "./api-error.ts"
import { loadBackend } from "./load-backend.ts"

/** Shortest time between two mails, in ms. */
const betweenMailsMs = 60_000

/** What a screen does with the outcome, such as saying it in passing. */
interface Outcome {
  success: (message: string) => unknown
  error: (message: string) => unknown
}

/** Sends the mail that confirms the address, at most once a minute. */
export function useSendVerification(outcome: Outcome): { send: () => void; isSending: boolean; isResting: boolean } {
  const [isResting, setIsResting] = useState(false)
  useEffect(() => {
    if (!isResting) return
    const timer = setTimeout(() => setIsResting(false), betweenMailsMs)
    return () => clearTimeout(timer)
  }, [isResting])
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await loadBackend()).sendVerification(),
    onSuccess: () => {
      setIsResting(true)
      outcome.success("Sent. The link works for an hour.")
    },
    onError: (error) => outcome.error(messageOf(error, noAnswerMessage)),
  })
  return { send: () => mutate(), isSending: isPending, isResting }
}
