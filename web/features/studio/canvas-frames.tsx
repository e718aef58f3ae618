import { type CSSProperties, type ReactElement, useState } from "react"
import { Adire } from "#web/ui/adire.tsx"
import { classNames } from "#web/ui/class-names.ts"
import type { CanvasPicture } from "./order-view.ts"

interface CanvasFramesProps {
  pictures: readonly CanvasPicture[]
  /** What was asked for; describes the pictures to those who cannot see them. */
  prompt: string
  isBusy: boolean
}

/** The pictures in their final places, from the first press on: cloth, then a preview, then the picture. */
export function CanvasFrames({ pictures, prompt, isBusy }: CanvasFramesProps): ReactElement {
  const { width, height } = pictures[0] ?? { width: 1, height: 1 }
  const columns = countFrameColumns(pictures.length, width / height)
  const rows = Math.ceil(pictures.length / columns)
  return (
    <ul
      className="mx-auto grid gap-2.5"
      style={
        {
          "--shape": (columns * width) / (rows * height),
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          width: "min(100%, calc(var(--canvas-height, 60dvh) * var(--shape)))",
        } as CSSProperties
      }
    >
      {pictures.map((picture, index) => (
        <li
          key={picture.place}
          className="relative overflow-hidden rounded-card bg-raised ring-1 ring-line"
          style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
        >
          <Frame
            picture={picture}
            seed={index}
            alt={pictures.length > 1 ? `${prompt} (${index + 1} of ${pictures.length})` : prompt}
            isBusy={isBusy}
          />
        </li>
      ))}
    </ul>
  )
}

/** Columns that make the most of the room: tall pictures stand side by side, wide ones are stacked. */
function countFrameColumns(count: number, shape: number): number {
  if (count === 1) return 1
  if (count === 2) return shape > 1.2 ? 1 : 2
  if (count === 3) return shape < 0.8 ? 3 : 2
  return 2
}

interface FrameProps {
  picture: CanvasPicture
  seed: number
  alt: string
  isBusy: boolean
}

function Frame({ picture, seed, alt, isBusy }: FrameProps): ReactElement {
  const [loadedUrl, setLoadedUrl] = useState<string>()
  const isLoaded = picture.url !== undefined && loadedUrl === picture.url
  const fill = "absolute inset-0 size-full object-cover"
  return (
    <>
      {!isLoaded && <Adire seed={seed + 5} columns={4} rows={4} className="absolute inset-0 text-resist" />}
      {picture.preview && !isLoaded && (
        <img
          src={picture.preview}
          alt={picture.url ? "" : `Preview: ${alt}`}
          className={classNames(fill, "animate-appear")}
        />
      )}
      {isBusy && !picture.url && <div className="absolute inset-0 animate-breathe bg-indigo/15" />}
      {picture.url && (
        <img
          src={picture.url}
          alt={alt}
          width={picture.width}
          height={picture.height}
          onLoad={() => setLoadedUrl(picture.url)}
          className={classNames(fill, "transition-opacity", !isLoaded && "opacity-0")}
        />
      )}
    </>
  )
}
