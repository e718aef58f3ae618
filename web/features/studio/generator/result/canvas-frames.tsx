import { Download, ExternalLink } from "lucide-react"
import { type CSSProperties, type ReactElement, useState } from "react"
import type { CanvasPicture } from "#web/features/studio/generator/order/order-view.ts"
import { downloadPath } from "#web/lib/photos/picture-path.ts"
import { Adire } from "#web/ui/media/adire.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

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
          className="@container relative overflow-hidden rounded-card bg-raised ring-1 ring-line"
          style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
        >
          <Frame
            picture={picture}
            seed={index}
            alt={pictures.length > 1 ? `${prompt} (${index + 1} of ${pictures.length})` : prompt}
            isBusy={isBusy}
          />
          {pictures.length > 1 && picture.url && <FrameActions url={picture.url} number={index + 1} />}
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
  const { url, preview, width, height } = picture
  const [loadedUrl, setLoadedUrl] = useState<string>()
  const [loadedPreview, setLoadedPreview] = useState<string>()
  const isLoaded = url !== undefined && loadedUrl === url
  // A preview that has been seen stays underneath while the picture fades in; afterwards the server has none any more.
  const hasPreview = preview !== undefined && (url === undefined || loadedPreview === preview)
  const fill = "absolute inset-0 size-full object-cover transition-opacity"
  return (
    <>
      {!isLoaded && <Adire seed={seed + 5} columns={4} rows={4} className="absolute inset-0 text-resist" />}
      {hasPreview && (
        <img
          src={preview}
          alt={url ? "" : `Preview: ${alt}`}
          onLoad={() => setLoadedPreview(preview)}
          className={classNames(fill, loadedPreview !== preview && "opacity-0")}
        />
      )}
      {isBusy && !url && (
        <div className={classNames("absolute inset-0 animate-breathe", hasPreview ? "bg-indigo/8" : "bg-indigo/15")} />
      )}
      {url && (
        <img
          src={url}
          alt={alt}
          width={width}
          height={height}
          onLoad={() => setLoadedUrl(url)}
          className={classNames(fill, !isLoaded && "opacity-0")}
        />
      )}
    </>
  )
}

/** What can be done with one picture of several. Small pictures have room for the icon alone. */
function FrameActions({ url, number }: { url: string; number: number }): ReactElement {
  const look = "grid min-h-11 min-w-11 place-items-center rounded-control bg-raised text-ink ring-1 ring-line"
  return (
    <div className="absolute right-2 bottom-2 flex gap-1">
      <a
        href={url}
        target="_blank"
        rel="noopener"
        aria-label={`View Image ${number}`}
        className={classNames(look, "auto-cols-auto grid-flow-col gap-2 font-medium @min-[11rem]:px-3")}
      >
        <ExternalLink aria-hidden="true" className="size-5" />
        <span className="hidden @min-[11rem]:block">View Image</span>
      </a>
      <a
        href={downloadPath(url)}
        download
        aria-label={`Download image ${number}`}
        title="Download"
        className={classNames(look, "@max-[7rem]:hidden")}
      >
        <Download aria-hidden="true" className="size-5" />
      </a>
    </div>
  )
}
