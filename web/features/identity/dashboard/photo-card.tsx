import { lazy, type ReactElement, Suspense, useLayoutEffect, useState } from "react"
import { PhotoInvite } from "#web/content/photo/photo-invite.tsx"
import { watchPrerenderedPhoto } from "#web/lib/page/prerendered-prompt.ts"
import { hasMyPhoto } from "#web/lib/photos/my-photo-mark.ts"
import { Card } from "#web/ui/layout/card.tsx"
import { loadPart } from "#web/ui/overlay/load-error.ts"

/** The words of the card, in the ready page as well. */
export const photoInvite = {
  title: "Begin with your photo",
  text: "Take one of what you sell, or choose one. You see what can be made of it before you pay.",
} as const

// What uploads and looks at photos is not needed before there is a photo.
const MyPhotoChoices = lazy(() =>
  loadPart(async () => ({ default: (await import("#web/content/photo/my-photo-choices.tsx")).MyPhotoChoices })),
)

/** A photo first: what can be made of it, each with a small look at this very photo. */
export function PhotoCard(): ReactElement {
  const [first, setFirst] = useState<File>()
  const [isKept] = useState(hasMyPhoto)
  useLayoutEffect(() => watchPrerenderedPhoto(setFirst), [])
  const invite = <PhotoInvite {...photoInvite} onFile={setFirst} />
  return (
    <Card>
      {first || isKept ? (
        <Suspense
          fallback={
            <div className="grid gap-3">
              {invite}
              {first && (
                <p role="status" className="truncate text-ink-soft">
                  Opening {first.name} …
                </p>
              )}
            </div>
          }
        >
          <MyPhotoChoices {...photoInvite} first={first} />
        </Suspense>
      ) : (
        invite
      )}
    </Card>
  )
}
