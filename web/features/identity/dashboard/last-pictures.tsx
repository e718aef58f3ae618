import { queryOptions, useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { shownPrompt } from "#contract/shown-prompt.ts"
import { loadBackend } from "#web/lib/calls/load-backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"

/** How many pictures the dashboard shows. */
const shownPictures = 6

/** A person's newest pictures; new ones come in as they are made. */
export function lastPicturesQuery(userId: string) {
  return queryOptions({
    queryKey: [...queryKeys.userGenerations, userId, "last"],
    meta: { isKept: true },
    queryFn: async () => (await loadBackend()).listGenerations(userId, undefined, shownPictures),
    enabled: userId !== "",
  })
}

/** The newest pictures in a row, each opening in the gallery; nothing before the first one. */
export function LastPictures({ userId }: { userId: string }): ReactElement | null {
  const { data: pictures } = useQuery(lastPicturesQuery(userId))
  if (!pictures || pictures.length === 0) return null
  return (
    <section aria-labelledby="last-pictures" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="last-pictures" className="text-xl">
          Your last pictures
        </h2>
        <TextLink to="/photo-gallery">See all</TextLink>
      </div>
      <ul className="grid grid-cols-3 gap-2.5 sm:grid-cols-6">
        {pictures.map((picture) => (
          <li key={picture.$id}>
            <Link
              to={`/photo-gallery?picture=${picture.$id}`}
              className="block overflow-hidden rounded-card bg-surface ring-1 ring-line"
            >
              <img
                src={picturePath(picture.preview_320)}
                alt={shownPrompt(picture.prompt)}
                loading="lazy"
                className="aspect-square w-full object-cover"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
