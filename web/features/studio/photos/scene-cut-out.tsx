import { type ReactElement, useEffect, useEffectEvent } from "react"
import { PhotoResult } from "#contract/studio/photos.ts"
import type { Run } from "#contract/studio/runs.ts"
import type { ChosenPhoto } from "#web/content/photo/use-photo.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { photoToolAddress } from "#web/lib/photos/photo-tools.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Answers } from "./answers.tsx"

type CutOut = NonNullable<PhotoResult["cutOut"]>

/**
 * The cut-out that was made on the way to a scene was paid: what comes next is made with it.
 * @returns the cut-out that waits to be looked at before its scene is made; undefined where none does
 */
export function useSceneCutOut(run: Run | undefined, chosen: ChosenPhoto): CutOut | undefined {
  const result = run?.status === "ready" ? PhotoResult.safeParse(run.result).data : undefined
  const cutOut = result?.cutOut ?? undefined
  const goOnWith = useEffectEvent((url: string) => chosen.pick(picturePath(url), chosen.photo?.name ?? "Your picture"))
  const url = cutOut?.url
  useEffect(() => {
    if (url !== undefined) goOnWith(url)
  }, [url])
  return result?.isWaiting ? cutOut : undefined
}

/** An unsure cut-out is looked at before it goes into its scene. */
export function WaitingCutOut({ cutOut: { id, url } }: { cutOut: CutOut }): ReactElement {
  const fees = useFees()
  return (
    <div className="grid gap-3">
      <img
        src={picturePath(url)}
        alt="Without its background"
        className="checkerboard mx-auto max-h-[44dvh] w-full rounded-card object-contain"
      />
      <Answers pictureId={id} />
      <p className="text-ink-soft">
        The background is off, and that is paid. Once it looks right to you, press Generate: the scene is{" "}
        {formatCredits(fees.scene)}, and nothing of it was paid yet.
      </p>
      <LinkButton to={photoToolAddress.refine(id)} variant="secondary" className="justify-self-start">
        Mend it by taps
      </LinkButton>
    </div>
  )
}
