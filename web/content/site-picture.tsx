import type { ReactElement } from "react"
import { Adire } from "#web/ui/adire.tsx"
import { classNames } from "#web/ui/class-names.ts"
import { Image } from "#web/ui/image.tsx"

/** One picture of the site in the manifest; its files are `web/assets/pictures/<name>-<width>.avif` and `.webp`. */
interface SitePictureFacts {
  alt: string
  width: number
  height: number
  /** Widths of its files in pixels, smallest first. */
  widths: readonly number[]
  /** A few blurred pixels as a data address. */
  placeholder: string
}

const manifests = import.meta.glob<Partial<Record<string, SitePictureFacts>>>("./pictures.json", {
  eager: true,
  import: "default",
})
const facts = manifests["./pictures.json"] ?? {}
const files = import.meta.glob<string>("/assets/pictures/*.{avif,webp}", {
  eager: true,
  import: "default",
  query: "?url",
})

/** Whether a picture of that name has been made. */
export function hasSitePicture(name: string): boolean {
  return facts[name] !== undefined
}

interface SitePictureProps {
  /** Its name in the manifest. */
  name: string
  /** How wide it will be shown, as the `sizes` attribute. */
  sizes: string
  /** For the first large picture of a page. */
  isPriority?: boolean | undefined
  /** The box, with its shape: the picture fills it. */
  className?: string | undefined
}

/** A picture of the site in a box; while it has not been made, quiet cloth in the same box. */
export function SitePicture({ name, sizes, isPriority, className }: SitePictureProps): ReactElement {
  const found = facts[name]
  const box = classNames("relative overflow-hidden rounded-card", className)
  if (!found) return <Cloth name={name} className={box} />
  const { alt, width, height, widths, placeholder } = found
  const srcset = (ending: "avif" | "webp"): string =>
    widths.map((wide) => `${files[`/assets/pictures/${name}-${wide}.${ending}`]} ${wide}w`).join(", ")
  const middle = widths[Math.floor(widths.length / 2)] ?? width
  return (
    <Image
      src={files[`/assets/pictures/${name}-${middle}.webp`] ?? ""}
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
