import type { ReactElement } from "react"
import { tradeOf } from "#contract/catalogue/trades.ts"
import { samples, samplesText, samplesTitle } from "#web/content/samples.ts"
import { openPictures, type PictureManifest, SitePicture } from "#web/content/site-picture.tsx"
import { TryWordsLink } from "#web/content/try-words-link.tsx"
import type { PictureFilter } from "./use-public-pictures.ts"

const pictures = openPictures(
  import.meta.glob<PictureManifest>("/content/pictures.json", {
    eager: true,
    import: "default",
    query: "?only=category-,mode-",
  }),
  import.meta.glob<string>("/assets/pictures/{category,mode}-*.{avif,webp}", {
    eager: true,
    import: "default",
    query: "?url",
  }),
)

const samplesOf = ({ mode, trade }: PictureFilter): typeof samples =>
  samples.filter(
    ({ modeSlug, prompt }) =>
      (mode === undefined || modeSlug === mode) && (trade === undefined || tradeOf(prompt) === trade),
  )

export const hasSamples = (filter: PictureFilter): boolean => samplesOf(filter).length > 0

/** What the studio draws, where few people show pictures yet: ours, and called so. */
export function SamplePictures(filter: PictureFilter): ReactElement | null {
  const shown = samplesOf(filter)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="samples" className="grid gap-4 border-line border-t pt-4 sm:gap-8 sm:pt-12">
      <div className="grid gap-1 sm:gap-3">
        <h2 id="samples" className="text-2xl sm:text-3xl">
          {samplesTitle}
        </h2>
        <p className="max-w-measure text-ink-soft sm:text-lg">{samplesText}</p>
      </div>
      <ul className="columns-2 gap-x-4 md:columns-3 md:gap-x-6 lg:columns-4">
        {shown.map(({ picture, modeSlug, prompt }) => {
          const isSquare = pictures.facts[picture]?.width === pictures.facts[picture]?.height
          return (
            <li key={picture} className="group relative mb-8 grid break-inside-avoid gap-2">
              <SitePicture
                from={pictures}
                name={picture}
                sizes="(min-width: 1200px) 280px, (min-width: 1024px) 23vw, (min-width: 768px) 30vw, 45vw"
                className={isSquare ? "aspect-square" : "aspect-[4/5]"}
              />
              <p className="text-ink-soft text-sm">{prompt}</p>
              <TryWordsLink prompt={prompt} shape={isSquare ? "1:1" : "4:5"} modeSlug={modeSlug} name={prompt} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
