import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { previewTakingCredits } from "#contract/operations/people.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { useDebounced } from "#web/lib/page/use-debounced.ts"
import { TextField } from "#web/ui/form/text-field.tsx"

/** Milliseconds without a key after which the effect is asked for. */
const pauseMs = 250

/** How many credits are taken, with what that leaves, as the server tells it. */
export function TakenCredits({ personId, free }: { personId: string; free: number }): ReactElement {
  const [typed, setTyped] = useState("")
  const credits = useDebounced(Number(typed), pauseMs)
  const effect = useQuery({
    queryKey: ["previewTakingCredits", personId, credits],
    queryFn: async () => (await call(previewTakingCredits, { params: { personId }, query: { credits } })).data.effect,
    enabled: Number.isInteger(credits) && credits > 0,
    retry: false,
  })
  const refusal = effect.error ? messageOf(effect.error, noAnswerMessage) : undefined
  return (
    <TextField
      name="credits"
      label="Credits"
      type="number"
      inputMode="numeric"
      min={1}
      max={free}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      hint={effect.data ?? `${free} are free.`}
      error={refusal}
      autoComplete="off"
    />
  )
}
