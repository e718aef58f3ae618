import type { ReactElement } from "react"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"

/** Shapes of the places held while the first page is read. */
const shapes = [
  "aspect-4/5",
  "aspect-square",
  "aspect-3/4",
  "aspect-3/2",
  "aspect-square",
  "aspect-9/16",
  "aspect-4/5",
  "aspect-3/2",
]

/** A grid like the one to come, in the same columns. */
export function GallerySkeleton(): ReactElement {
  return (
    <div
      role="status"
      aria-label="Loading your pictures"
      className="columns-1 gap-2.5 min-[750px]:columns-2 min-[900px]:columns-3 min-[1200px]:columns-4"
    >
      {shapes.map((shape, index) => (
        // The list never changes, so its places are its names.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={`mb-2.5 break-inside-avoid ${shape}`}>
          <Skeleton className="size-full" />
        </div>
      ))}
    </div>
  )
}
