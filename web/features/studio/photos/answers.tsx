import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { chooseAnswer } from "#contract/studio/cut-outs.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { RadioTiles } from "#web/ui/form/radio-tiles.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { cutOutQuery, keepCutOut } from "./cut-out-query.ts"

/** Says that the edge deserves a look, and offers what else the engine found, to be taken with one press. */
export function Answers({ pictureId }: { pictureId: string }): ReactElement {
  const queries = useQueryClient()
  const { data: cutOut } = useQuery(cutOutQuery(pictureId))
  const choose = useMutation({
    mutationFn: async (answer: "first" | "other") =>
      (await call(chooseAnswer, { params: { pictureId }, body: { answer } })).data,
    onSuccess: (changed) => keepCutOut(queries, changed),
    onError: (error) => notify.error(messageOf(error, "The cut-out could not be changed.")),
  })
  const answers = cutOut?.answers
  return (
    <div className="grid gap-3 rounded-control bg-ochre-wash p-3">
      <p role="status" className="text-sm">
        Look at this one: we are not sure of the edge
      </p>
      {answers && (
        <RadioTiles
          label="Which one is better?"
          hint={answers.chosen === null ? "Taking one of them replaces what you refined." : undefined}
          gridClassName="grid-cols-2 sm:max-w-sm"
          value={choose.isPending ? choose.variables : (answers.chosen ?? undefined)}
          onPick={(answer) => choose.mutate(answer)}
          tiles={[
            { value: "first", label: "First answer", picture: <Small address={answers.firstUrl} /> },
            { value: "other", label: "Second answer", picture: <Small address={answers.otherUrl} /> },
          ]}
        />
      )}
    </div>
  )
}

function Small({ address }: { address: string }): ReactElement {
  return (
    <img
      src={picturePath(address)}
      alt=""
      className="checkerboard aspect-square w-full max-w-40 rounded-control object-contain"
    />
  )
}
