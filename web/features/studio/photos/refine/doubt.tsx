import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { type CutOut, settleCutOut } from "#contract/studio/cut-outs.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { cutOutQuery, keepCutOut } from "./cut-out-query.ts"

/** Says that the edge of an unsure cut-out deserves a look, until it was settled with a press. */
export function Doubt({ pictureId }: { pictureId: string }): ReactElement {
  const queries = useQueryClient()
  const { data: cutOut } = useQuery(cutOutQuery(pictureId))
  const settle = useMutation({
    mutationFn: async ({ version }: CutOut) =>
      (await call(settleCutOut, { params: { pictureId }, body: { version } })).data,
    onSuccess: (changed) => keepCutOut(queries, changed),
    onError: (error) => {
      notify.error(messageOf(error, "That did not work. Please try again."))
      void queries.invalidateQueries({ queryKey: cutOutQuery(pictureId).queryKey })
    },
  })
  const isSettled = cutOut?.isSettled ?? false
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-sm">
        {isSettled ? "You have looked at this one." : messages.cutOutDoubt}
      </p>
      {cutOut && !isSettled && (
        <Button variant="secondary" busy={settle.isPending} onClick={() => settle.mutate(cutOut)}>
          Looks right
        </Button>
      )}
    </div>
  )
}
