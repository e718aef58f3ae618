import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement, ReactNode } from "react"
import { PhotoResult } from "#contract/studio/photos.ts"
import type { Run } from "#contract/studio/runs.ts"
import { type FromPhoto, goOnFromPhoto } from "#contract/studio/shelf-from-photo.ts"
import { BuyCredits } from "#web/content/buy-credits.tsx"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { cutOutAddress } from "#web/lib/photos/photo-tools.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { fromPhotoQuery, isMaking } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"

interface FromPhotoPanelProps {
  productId: string
  state: FromPhoto
  /** Whether the form beside it holds what is not saved: going on reads the product again. */
  hasEdits: boolean
}

/** How far a product is that was begun with one photo, and what its seller can do about it. */
export function FromPhotoPanel({ productId, state, hasEdits }: FromPhotoPanelProps): ReactElement | null {
  const { cutOut, scene, sceneCredits } = state
  const made = PhotoResult.safeParse(cutOut.result).data
  if (isMaking(state))
    return <Making run={scene ?? cutOut} name={scene ? "Making the scene" : "Taking the background off"} />
  if (cutOut.status === "failed" || cutOut.status === "cancelled") {
    return <Note words={`${endWords(cutOut)} Your photo is on the shelf, and nothing was charged.`} />
  }
  // Whoever deleted the cut-out wants nothing more of it.
  if (!made?.picture || scene?.status === "ready") return null
  if (scene === null && !made.isSettled) {
    return (
      <Note words="We are not sure of the edge. Look at the cut-out before more is made of it; nothing more was charged.">
        <img
          src={picturePath(made.picture.url)}
          alt="Without its background"
          className="checkerboard max-h-64 w-full rounded-control object-contain sm:max-w-sm"
        />
        <LinkButton variant="secondary" to={cutOutAddress(made.picture.id)} className="justify-self-start">
          Look at it
        </LinkButton>
      </Note>
    )
  }
  return (
    <Note
      words={
        scene
          ? `${endWords(scene)} The rest is here, and the scene was not charged.`
          : "The cut-out is ready to go on with."
      }
    >
      <GoOn productId={productId} credits={sceneCredits} isDisabled={hasEdits} isAgain={scene !== null} />
    </Note>
  )
}

function endWords({ status, failure }: Run): string {
  return status === "cancelled" ? "It was stopped." : (failure ?? "That did not work.")
}

function Making({ run, name }: { run: Run; name: string }): ReactElement {
  return (
    <section aria-label="On its way" className="grid gap-3 rounded-card border border-line bg-surface p-4 sm:max-w-xl">
      <p className="font-medium">{name}</p>
      <Progress label={name} share={run.status === "waiting" ? undefined : run.progress} />
      <p className="text-sm text-ink-soft">It goes on when you leave this page, and waits on your shelf as a draft.</p>
    </section>
  )
}

function Note({ words, children }: { words: string; children?: ReactNode }): ReactElement {
  return (
    <section aria-label="From your photo" className="grid gap-3 rounded-card bg-ochre-wash p-4">
      <p role="status">{words}</p>
      {children}
    </section>
  )
}

interface GoOnProps {
  productId: string
  credits: number
  isDisabled: boolean
  isAgain: boolean
}

function GoOn({ productId, credits, isDisabled, isAgain }: GoOnProps): ReactElement {
  const queries = useQueryClient()
  const go = useMutation({
    mutationFn: async () => (await call(goOnFromPhoto, { params: { productId } })).data,
    onSuccess: (state) => {
      queries.setQueryData(fromPhotoQuery(productId).queryKey, state)
      void queries.invalidateQueries({ queryKey: queryKeys.balance })
    },
  })
  const missing = useMissingCredits(credits, go.error)
  if (missing > 0) return <BuyCredits missing={missing} />
  const price = credits === 0 ? "free" : formatCredits(credits)
  return (
    <div className="grid justify-items-start gap-2">
      <Button busy={go.isPending} disabled={isDisabled} onClick={() => go.mutate()}>
        {isAgain ? `Make the scene again (${price})` : `Make the pictures (${price})`}
      </Button>
      {isDisabled && <p className="text-sm">Save your changes first.</p>}
      {go.error && (
        <p role="alert" className="text-sm text-clay">
          {messageOf(go.error, "That did not work.")}
        </p>
      )}
    </div>
  )
}
