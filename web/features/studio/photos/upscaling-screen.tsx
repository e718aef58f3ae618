import { type ReactElement, useState } from "react"
import { maxPhotoPixels } from "#contract/hosted/picture-kinds.ts"
import { refuseEnlargement, type UpscaleBody, upscalePhoto } from "#contract/studio/photos.ts"
import type { Photo } from "#web/content/photo/use-photo.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatNumber } from "#web/lib/format/format.ts"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { Compare } from "#web/ui/media/compare.tsx"
import { PhotoPanel } from "./photo-panel.tsx"
import { PhotoScreen } from "./photo-screen.tsx"

const factors = [
  { value: "2", label: "× 2" },
  { value: "4", label: "× 4" },
] as const
type Factor = (typeof factors)[number]["value"]

/** /generations/photo-upscaling: a photo becomes two or four times as large. */
export function Component(): ReactElement {
  const [factor, setFactor] = useState<Factor>("2")
  return (
    <PhotoScreen
      slug="photo-upscaling"
      kind="upscale"
      hint="Select an image to upscale"
      orderOf={(image): UpscaleBody => ({ image, factor: factor === "4" ? 4 : 2 })}
      send={(body, options) => call(upscalePhoto, { body, ...options })}
      options={(photo) => (
        <div className="grid gap-2">
          <Segmented label="How much larger" choices={factors} value={factor} onPick={setFactor} />
          <p className="min-h-6 text-sm text-ink-soft tabular-nums">{photo && describeSizes(photo, Number(factor))}</p>
        </div>
      )}
      refuse={(photo) => refuseEnlargement(photo, Number(factor), maxPhotoPixels) ?? undefined}
      result={(photoRun, { photo }) => (
        <PhotoPanel photoRun={photoRun} shownAt={photo?.shownAt}>
          {({ url, width, height, sourceUrl, sourceWidth, sourceHeight }) => {
            const before = sourceUrl ?? photo?.shownAt
            return (
              <div className="grid gap-3">
                {before ? (
                  <Compare
                    before={{ url: before, alt: "Before" }}
                    after={{ url, alt: "After" }}
                    width={width}
                    height={height}
                  />
                ) : (
                  <img src={url} alt="After" className="mx-auto max-h-[58dvh] rounded-card" />
                )}
                <p className="text-center text-sm text-ink-soft tabular-nums">
                  {formatNumber(sourceWidth)} × {formatNumber(sourceHeight)} px became {formatNumber(width)} ×{" "}
                  {formatNumber(height)} px
                </p>
              </div>
            )
          }}
        </PhotoPanel>
      )}
    />
  )
}

function describeSizes({ width, height }: Photo, factor: number): string {
  if (width === 0) return ""
  return `${formatNumber(width)} × ${formatNumber(height)} px becomes ${formatNumber(width * factor)} × ${formatNumber(height * factor)} px`
}
