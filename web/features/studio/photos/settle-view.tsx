import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { type CutOut, settleCutOut } from "#contract/studio/cut-outs.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { AnswerTiles } from "./answers.tsx"
import { cutOutQuery, keepCutOut } from "./refine/cut-out-query.ts"
import { Refine } from "./refine/refine.tsx"

interface Unsure {
  /** Of the cut-out. */
  id: string
  name: string
}

interface SettleViewProps {
  /** Those that were to be looked at when it was opened, in their order. */
  cutOuts: readonly Unsure[]
  onClose: () => void
}

/** Unsure cut-outs, one after the other: each is kept, changed for the other answer, or mended by a tap. */
export function SettleView({ cutOuts, onClose }: SettleViewProps): ReactElement | null {
  const [place, setPlace] = useState(0)
  const [isMending, setIsMending] = useState(false)
  const current = cutOuts[place]
  const next = (): void => {
    setIsMending(false)
    if (place + 1 < cutOuts.length) setPlace(place + 1)
    else onClose()
  }
  if (!current) return null
  return (
    <section
      aria-label="Look at these"
      className={classNames(
        "grid gap-4 rounded-card border border-line bg-surface p-3 sm:p-5",
        !isMending && "sm:max-w-154",
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 text-xl">
          <span className="tabular-nums">
            {place + 1} of {cutOuts.length}
          </span>
          <span className="block truncate text-base font-normal text-ink-soft">{current.name}</span>
        </h2>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {isMending ? (
        <Refine pictureId={current.id} onClose={() => setIsMending(false)} />
      ) : (
        <One key={current.id} pictureId={current.id} onMend={() => setIsMending(true)} onNext={next} />
      )}
    </section>
  )
}

function One(props: { pictureId: string; onMend: () => void; onNext: () => void }): ReactElement {
  const { pictureId, onMend, onNext } = props
  const queries = useQueryClient()
  const { data: cutOut, error } = useQuery(cutOutQuery(pictureId))
  const settle = useMutation({
    mutationFn: async ({ id, version }: CutOut) =>
      (await call(settleCutOut, { params: { pictureId: id }, body: { version } })).data,
    onSuccess: (changed) => {
      keepCutOut(queries, changed)
      onNext()
    },
    onError: (cause) => {
      notify.error(messageOf(cause, "That did not work. Please try again."))
      void queries.invalidateQueries({ queryKey: cutOutQuery(pictureId).queryKey })
    },
  })
  if (!cutOut) {
    return error ? (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{messageOf(error, "The cut-out could not be opened.")}</p>
        <Button variant="secondary" onClick={onNext}>
          Next
        </Button>
      </div>
    ) : (
      <Progress label="Loading" />
    )
  }
  return (
    <>
      {/* Two answers are looked at side by side, unless it is neither of them by now. */}
      {!cutOut.answers?.chosen && (
        <img
          src={picturePath(cutOut.url)}
          alt="Without its background"
          width={cutOut.width}
          height={cutOut.height}
          className="checkerboard mx-auto max-h-[34dvh] w-full rounded-control object-contain"
        />
      )}
      {cutOut.answers && <AnswerTiles cutOut={cutOut} answers={cutOut.answers} />}
      <div className="grid grid-cols-2 gap-2 sm:max-w-xl">
        {cutOut.isSettled ? (
          <Button className="col-span-2" onClick={onNext}>
            Next
          </Button>
        ) : (
          <Button className="col-span-2" busy={settle.isPending} onClick={() => settle.mutate(cutOut)}>
            Looks right
          </Button>
        )}
        <Button
          variant="secondary"
          className={cutOut.isSettled ? "col-span-2" : undefined}
          disabled={!cutOut.photoUrl}
          onClick={onMend}
        >
          Tap to mend
        </Button>
        {!cutOut.isSettled && (
          <Button variant="secondary" onClick={onNext}>
            Skip
          </Button>
        )}
      </div>
    </>
  )
}
