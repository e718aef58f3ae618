import { useInfiniteQuery } from "@tanstack/react-query"
import type { GenerationDocument } from "#contract/studio/generation-document.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** What of the public pictures is wanted; without either, all. */
export interface PictureFilter {
  mode?: string | undefined
  trade?: string | undefined
}

/** A page of the public feed; the next one begins after the last document. */
interface PublicPage {
  documents: GenerationDocument[]
  nextCursor: string | undefined
}

/** The code that speaks to the backend is loaded with the first read: the page is drawn ahead without a browser. */
async function readPage(filter: PictureFilter, after: string | undefined): Promise<PublicPage> {
  const { listPublicGenerations, pageSize } = await import("#web/lib/calls/backend.ts")
  const documents = await listPublicGenerations(filter, after)
  return { documents, nextCursor: documents.length < pageSize ? undefined : documents.at(-1)?.$id }
}

/** Everybody's public pictures, newest first, page by page. */
export function usePublicPictures(filter: PictureFilter) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.publicGenerations, filter.mode ?? "all", filter.trade ?? "all"],
    queryFn: ({ pageParam }) => readPage(filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
