import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { nearestRatio } from "#contract/catalogue/aspect-ratios.ts"
import { listPicks } from "#contract/studio/review.ts"
import { TryWordsLink } from "#web/content/try-words-link.tsx"
import { call } from "#web/lib/calls/call.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { ReportButton } from "./report-dialog.tsx"

/** What the team put first; nothing where it picked nothing. */
export function PickedPictures(): ReactElement | null {
  const { data: picks = [] } = useQuery({ queryKey: ["listPicks"], queryFn: async () => (await call(listPicks)).data })
  if (picks.length === 0) return null
  return (
    <section aria-labelledby="picks" className="grid gap-4">
      <h2 id="picks" className="text-2xl">
        Picked by our team
      </h2>
      <ul className="grid grid-cols-2 gap-2.5 md:grid-cols-3 lg:grid-cols-4">
        {picks.map(({ source, id, title, words, url, preview, width, height }) => (
          <li key={`${source}-${id}`} className="group relative">
            <a
              href={picturePath(url)}
              target="_blank"
              rel="noopener"
              className="block overflow-hidden rounded-card bg-surface -outline-offset-4"
            >
              <img
                src={picturePath(preview)}
                alt={title}
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
                className="aspect-square w-full object-cover"
              />
            </a>
            {words && (
              <TryWordsLink
                isOnPicture
                prompt={words.prompt}
                shape={nearestRatio(width, height)}
                modeSlug={words.mode}
                name={title}
              />
            )}
            <ReportButton source={source} pictureId={id} prompt={title} />
          </li>
        ))}
      </ul>
    </section>
  )
}
