import { type ReactElement, useEffect, useState } from "react"
import { onProofNeeded } from "#web/lib/calls/proof-question.ts"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"

const load = async () => (await import("./proof-form.tsx")).ProofForm

/** Asks once more who is here when the server wants a fresh proof, for whichever call that was. */
export function ProofDialog(): ReactElement | null {
  const [answer, setAnswer] = useState<{ give: (isProved: boolean) => void } | null>(null)
  const { part: ProofForm, want } = useLazyPart(load)
  useEffect(
    () =>
      onProofNeeded(() => {
        want()
        return new Promise((give) => setAnswer({ give }))
      }),
    [want],
  )
  // Whoever leaves the frame has answered too: a call that waits for ever would keep all later questions back.
  useEffect(() => () => answer?.give(false), [answer])
  if (!answer || !ProofForm) return null
  return (
    <ProofForm
      onEnd={(isProved) => {
        answer.give(isProved)
        setAnswer(null)
      }}
    />
  )
}
