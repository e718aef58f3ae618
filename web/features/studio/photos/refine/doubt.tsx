import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { type CutOut, settleCutOut } from "#contract/studio/cut-outs.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { cutOutAddress } from "#web/lib/photos/photo-tools.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
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

/** The doubt of a picture that a tool goes on with; nothing for a sure one, and for what is no cut-out of one's own. */
export function DoubtOf({ image }: { image: string | undefined }): ReactElement | null {
  const id = /^\/pictures\/([^/?]+)/.exec(picturePath(image ?? ""))?.[1]
  const { data } = useQuery({ ...cutOutQuery(id ?? ""), enabled: id !== undefined })
  if (!data || data.isSettled) return null
  return (
    <p role="status" className="rounded-control bg-ochre-wash p-3 text-sm">
      <TextLink to={cutOutAddress(data.id)}>{messages.cutOutDoubt}</TextLink>
    </p>
  )
}
