import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { type CutOut, chooseAnswer } from "#contract/studio/cut-outs.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { RadioTiles } from "#web/ui/form/radio-tiles.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { cutOutQuery, keepCutOut } from "./refine/cut-out-query.ts"
import { Doubt } from "./refine/doubt.tsx"

/** Says that the edge deserves a look, and offers what else the engine found, to be taken with one press. */
export function Answers({ pictureId }: { pictureId: string }): ReactElement {
  const { data: cutOut } = useQuery(cutOutQuery(pictureId))
  return (
    <div className="grid gap-3 rounded-control bg-ochre-wash p-3">
      <Doubt pictureId={pictureId} />
      {cutOut?.answers && <AnswerTiles cutOut={cutOut} answers={cutOut.answers} />}
    </div>
  )
}

interface AnswerTilesProps {
  cutOut: CutOut
  answers: NonNullable<CutOut["answers"]>
}

/** Both answers of the engine side by side; a press takes one. */
export function AnswerTiles({ cutOut: { id }, answers }: AnswerTilesProps): ReactElement {
  const queries = useQueryClient()
  const choose = useMutation({
    mutationFn: async (answer: "first" | "other") =>
      (await call(chooseAnswer, { params: { pictureId: id }, body: { answer } })).data,
    onSuccess: (changed) => keepCutOut(queries, changed),
    onError: (error) => notify.error(messageOf(error, "The cut-out could not be changed.")),
  })
  return (
    <RadioTiles
      label="Which one is better?"
      hint={answers.chosen === null ? "Taking one of them replaces what you refined." : undefined}
      gridClassName="grid-cols-2 sm:max-w-xl"
      // Nothing is refused here, so the room that tiles keep for that stays empty.
      className="-mb-8"
      value={choose.isPending ? choose.variables : (answers.chosen ?? undefined)}
      onPick={(answer) => choose.mutate(answer)}
      tiles={[
        { value: "first", label: "First answer", picture: <Small address={answers.firstUrl} /> },
        { value: "other", label: "Second answer", picture: <Small address={answers.otherUrl} /> },
      ]}
    />
  )
}

function Small({ address }: { address: string }): ReactElement {
  return (
    <img
      src={picturePath(address)}
      alt=""
      className="checkerboard aspect-square w-full max-w-64 rounded-control object-contain"
    />
  )
}
