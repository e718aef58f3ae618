import type { ReactElement } from "react"
import { SitePicture } from "#web/content/site-picture.tsx"
import { showSplit } from "#web/lib/page/show-split.ts"
import { landingPictures } from "./landing-pictures.ts"

interface BeforeAfterProps {
  /** Names of the two pictures, of one shape. */
  before: string
  after: string
  beforeLabel: string
  afterLabel: string
  sizes: string
}

/** Two pictures of one thing over each other, with a divider that a finger, a mouse or the arrow keys move. */
export function BeforeAfter({ before, after, beforeLabel, afterLabel, sizes }: BeforeAfterProps): ReactElement {
  return (
    <div className="relative aspect-[4/5] overflow-hidden rounded-card [--split:38%] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo">
      <SitePicture from={landingPictures} name={after} sizes={sizes} isPriority className="absolute inset-0" />
      <div className="absolute inset-0 [clip-path:inset(0_calc(100%-var(--split))_0_0)]">
        <SitePicture from={landingPictures} name={before} sizes={sizes} className="absolute inset-0" />
      </div>
      <div aria-hidden="true" className="absolute inset-y-0 left-(--split) w-0.5 -translate-x-1/2 bg-on-cloth">
        <span className="absolute top-1/2 left-1/2 size-11 -translate-1/2 rounded-full border-2 border-on-cloth bg-cloth/80" />
      </div>
      <p className="absolute bottom-4 left-4 rounded-full bg-cloth px-3 py-1 text-sm text-on-cloth">{beforeLabel}</p>
      <p className="absolute right-4 bottom-4 rounded-full bg-cloth px-3 py-1 text-sm text-on-cloth">{afterLabel}</p>
      <input
        type="range"
        min={0}
        max={100}
        defaultValue={38}
        aria-label={`Divider between “${beforeLabel}” and “${afterLabel}”`}
        onChange={(event) => showSplit(event.target)}
        className="absolute inset-0 size-full cursor-ew-resize opacity-0"
      />
    </div>
  )
}
