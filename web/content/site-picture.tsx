import type { ReactElement } from "react"
import { Adire } from "#web/ui/media/adire.tsx"
import { Image } from "#web/ui/media/image.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

/** One picture of the site in `pictures.json`; its files are `web/assets/pictures/<name>-<width>.avif` and `.webp`. */
interface SitePictureFacts {
  alt: string
  width: number
  height: number
  /** Widths of its files in pixels, smallest first. */
  widths: readonly number[]
  /** A few blurred pixels as a data address. */
  placeholder: string
}

export type PictureManifest = Partial<Record<string, SitePictureFacts>>

/** The pictures one part of the site may show. */
export interface SitePictures {
  facts: PictureManifest
  /** Addresses by path inside `web/`. */
  files: Record<string, string>
}

/**
 * Makes a set of pictures from two globs, which Vite needs written out where they are used: the part of the manifest
 * (`?only=` takes beginnings of names) and the files. A page then loads the facts of its own pictures alone.
 */
export function openPictures(manifests: Record<string, PictureManifest>, files: Record<string, string>): SitePictures {
  return { facts: Object.values(manifests)[0] ?? {}, files }
}

interface SitePictureProps {
  /** The set it belongs to. */
  from: SitePictures
  /** Its name in the manifest. */
  name: string
  /** How wide it will be shown, as the `sizes` attribute. */
  sizes: string
  /** For the first large picture of a page. */
  isPriority?: boolean | undefined
  /** Leaves cloth in its place. */
  isHeldBack?: boolean | undefined
  /** The box, with its shape: the picture fills it. */
  className?: string | undefined
}

/** A picture of the site in a box; while it has not been made, quiet cloth in the same box. */
export function SitePicture({
  from,
  name,
  sizes,
  isPriority,
  isHeldBack = false,
  className,
}: SitePictureProps): ReactElement {
  const found = from.facts[name]
  const box = classNames("relative overflow-hidden rounded-card", className)
  if (!found || isHeldBack) return <Cloth name={name} className={box} />
  const { alt, width, height, widths, placeholder } = found
  const file = (wide: number, ending: "avif" | "webp"): string =>
    from.files[`/assets/pictures/${name}-${wide}.${ending}`] ?? ""
  const srcset = (ending: "avif" | "webp"): string => widths.map((wide) => `${file(wide, ending)} ${wide}w`).join(", ")
  return (
    <Image
      src={file(widths[Math.floor(widths.length / 2)] ?? width, "webp")}
      avif={srcset("avif")}
      webp={srcset("webp")}
      fit="cover"
      className={box}
      {...{ alt, width, height, placeholder, sizes, isPriority }}
    />
  )
}

const grounds = [
  "bg-cloth text-on-cloth/55",
  "bg-ochre-wash text-ink/25",
  "bg-indigo-wash text-indigo/35",
  "bg-clay-wash text-clay/30",
] as const

function Cloth({ name, className }: { name: string; className: string }): ReactElement {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return (
    <div className={classNames(grounds[seed % grounds.length], className)}>
      <Adire seed={seed} columns={1} rows={1} className="absolute inset-0 p-[12%]" />
    </div>
  )
}
