import type { ReactElement } from "react"
import type { LookAnswer } from "#contract/studio/training-looks.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { Button } from "#web/ui/button/button.tsx"
import type { UnseenPhoto } from "./use-looks.ts"

interface UnseenCutOutsProps {
  photos: readonly UnseenPhoto[]
  busy: boolean
  onTake: (id: string, answer: LookAnswer) => void
  onLeaveOut: (id: string) => void
}

/** Cut-outs that the engine is not sure of, shown before anything is paid: each is taken or its photo left out. */
export function UnseenCutOuts({ photos, busy, onTake, onLeaveOut }: UnseenCutOutsProps): ReactElement | null {
  const [first] = photos
  if (!first) return null
  const { photo, look } = first
  const answers = [
    { answer: "first", url: look.firstUrl },
    ...(look.otherUrl ? [{ answer: "other", url: look.otherUrl } as const] : []),
  ] as const
  return (
    <section aria-label="Look at these" className="grid gap-3 rounded-card bg-ochre-wash p-4">
      <h2 className="text-lg">Look at these before you pay</h2>
      <p role="status">
        We are not sure of {photos.length} {photos.length === 1 ? "cut-out" : "cut-outs"}. Take what shows your whole
        product and nothing else, or leave the photo out.
      </p>
      <p className="truncate text-sm">{photo.file.name}</p>
      <div className="grid grid-cols-2 gap-3">
        {answers.map(({ answer, url }) => (
          <div key={answer} className="grid content-start gap-2">
            <img
              src={picturePath(url)}
              alt={answer === "first" ? "First cut-out" : "Second cut-out"}
              className="checkerboard aspect-square w-full rounded-control object-contain"
            />
            <Button variant="secondary" disabled={busy} onClick={() => onTake(photo.id, answer)}>
              Take {answers.length === 1 ? "it" : answer === "first" ? "the first" : "the second"}
            </Button>
          </div>
        ))}
        {answers.length === 1 && (
          <img
            src={photo.preview}
            alt="As you took it"
            className="aspect-square w-full rounded-control bg-raised object-contain"
          />
        )}
      </div>
      <Button variant="quiet" disabled={busy} onClick={() => onLeaveOut(photo.id)}>
        Leave this photo out
      </Button>
    </section>
  )
}
