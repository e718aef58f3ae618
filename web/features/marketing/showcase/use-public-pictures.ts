import { useInfiniteQuery } from "@tanstack/react-query"
import type { GenerationDocument } from "#contract/product/generation-document.ts"
import { queryKeys } from "#web/lib/query-keys.ts"

/** A page of the public feed; the next one begins after the last document. */
interface PublicPage {
  documents: GenerationDocument[]
  nextCursor: string | undefined
}

/** The code that speaks to the backend is loaded with the first read: the page is drawn ahead without a browser. */
async function readPage(mode: string | undefined, after: string | undefined): Promise<PublicPage> {
  const { listPublicGenerations, pageSize } = await import("#web/lib/backend.ts")
  const documents = await listPublicGenerations(mode, after)
  return { documents, nextCursor: documents.length < pageSize ? undefined : documents.at(-1)?.$id }
}

/** Everybody's public pictures, newest first, page by page. @param mode only those of this mode */
export function usePublicPictures(mode: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.publicGenerations, mode ?? "all"],
    queryFn: ({ pageParam }) => readPage(mode, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
