import type { ReactElement } from "react"
import { shownPrompt } from "#contract/shown-prompt.ts"
import type { ManyChanged, OwnPicture } from "#contract/studio/own-pictures.ts"
import { countOf } from "./trash/count-of.ts"

interface SkippedPicturesProps {
  skipped: ManyChanged["skipped"]
  documents: readonly OwnPicture[]
}

/** Which pictures stayed as they were, and why: each reason once. */
export function SkippedPictures({ skipped, documents }: SkippedPicturesProps): ReactElement {
  const reasons = Map.groupBy(skipped, ({ why }) => why)
  const nameOf = (id: string): string => shownPrompt(documents.find(({ $id }) => $id === id)?.prompt ?? id)
  return (
    <div role="status">
      {skipped.length > 0 && (
        <div className="grid max-h-40 gap-1 overflow-y-auto rounded-card bg-amber-wash p-4">
          <p className="font-medium">{countOf(skipped.length)} stayed as before:</p>
          <ul className="list-disc pl-5">
            {[...reasons].map(([why, these]) => (
              <li key={why}>
                {these.length === 1 ? `“${nameOf(these[0]?.id ?? "")}”` : countOf(these.length)}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
