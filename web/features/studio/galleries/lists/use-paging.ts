import { useState } from "react"
import { useReadsOn } from "#web/lib/page/data-saver.ts"
import { readPreferences } from "#web/lib/session/preferences.ts"
import { useSession } from "#web/lib/session/session.ts"
import type { useGallery } from "./use-gallery.ts"

type Gallery = ReturnType<typeof useGallery>

/** What of a gallery is shown, and how more of it comes. */
export interface Paging {
  shown: Gallery
  /** Whether the next page comes by itself. */
  readsOn: boolean
  /** Undefined where pages are not numbered. */
  pages: Pages | undefined
}

/** The numbered pages of a gallery. */
export interface Pages {
  /** From 0. */
  page: number
  /** How many were read; there may be more. */
  count: number
  hasMore: boolean
  isLoading: boolean
  goTo: (page: number) => void
}

/** Shows a gallery as its person wants it: all that was read so far, or page by page. */
export function usePaging(gallery: Gallery): Paging {
  const { prefs } = useSession()
  const { gallery: way = "some" } = readPreferences(prefs)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = gallery
  const count = data?.pages.length ?? 0
  const readsOn = useReadsOn(count, way === "endless" ? Number.POSITIVE_INFINITY : undefined)
  const [wanted, setWanted] = useState(0)
  if (way !== "pages") return { shown: gallery, readsOn, pages: undefined }
  // Fewer after other filters.
  const page = Math.max(0, Math.min(wanted, count - 1))
  return {
    shown: { ...gallery, documents: data?.pages[page]?.documents, hasNextPage: false } as Gallery,
    readsOn: false,
    pages: {
      page,
      count,
      hasMore: hasNextPage,
      isLoading: isFetchingNextPage,
      goTo: (next) => {
        if (next < count) setWanted(next)
        else void fetchNextPage().then(({ isError }) => !isError && setWanted(next))
      },
    },
  }
}
