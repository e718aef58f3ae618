import {
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { useMemo } from "react"
import type { GenerationDocument } from "#contract/product/generation-document.ts"
import { messageOf } from "#web/lib/api-error.ts"
import { deleteGeneration, listGenerations, pageSize } from "#web/lib/backend.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import type { VisibleKind } from "#web/lib/use-visibility.ts"
import { notify } from "#web/ui/toast.tsx"
import { type Gallery, type GalleryPage, mergeNewest, nextCursor, removeDocument } from "./gallery-pages.ts"

/** A list of pictures: where it is kept in the cache, how a page is read, and how a picture is deleted. */
export interface GallerySource {
  key: readonly string[]
  list: (userId: string, after?: string) => Promise<GenerationDocument[]>
  remove: (id: string) => Promise<unknown>
  /** Which call opens and closes them. */
  visibility: VisibleKind
}

/** Everything that a person had drawn. */
export const generated: GallerySource = {
  key: queryKeys.userGenerations,
  list: listGenerations,
  remove: deleteGeneration,
  visibility: "picture",
}

/**
 * All pages of a person's pictures read so far. Never read again as a whole, which at 10,000 pictures would be 400
 * calls: what is new is put in front (`newestQuery`, events).
 */
function galleryQuery(source: GallerySource, userId: string) {
  return infiniteQueryOptions({
    queryKey: [...source.key, userId, "pages"],
    queryFn: ({ pageParam }) => readPage(source, userId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (_last, pages) => nextCursor(pages),
    staleTime: "static",
    structuralSharing: false,
  })
}

async function readPage(source: GallerySource, userId: string, after?: string): Promise<GalleryPage> {
  const documents = await source.list(userId, after)
  return { documents, isLast: documents.length < pageSize }
}

/**
 * Changes what is known of a person's pictures, and so again what comes of a page that is being read: it is put to the
 * pages that were there when it was asked for, over all that was changed since.
 */
export function changeGallery(
  queries: QueryClient,
  userId: string,
  change: (gallery: Gallery) => Gallery,
  source: GallerySource = generated,
): void {
  const { queryKey } = galleryQuery(source, userId)
  const write = (): void => void queries.setQueryData(queryKey, (gallery) => gallery && change(gallery))
  write()
  // Before anybody is shown the pages; where none came, what was changed stands.
  void queries
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.then(write, () => {})
}

/** Takes a picture out that is deleted; a read that is under way may still have it, and ends. */
export function dropPicture(queries: QueryClient, userId: string, id: string, source: GallerySource = generated): void {
  void queries.cancelQueries({ queryKey: newestKey(source, userId) })
  changeGallery(queries, userId, (gallery) => removeDocument(gallery, id), source)
}

function newestKey(source: GallerySource, userId: string): readonly string[] {
  return [...source.key, userId, "newest"]
}

/** How long the newest page counts as fresh, in ms. */
const freshMs = 10_000

/** A person's pictures, newest first, page by page. */
export function useGallery(source: GallerySource, userId: string) {
  const queries = useQueryClient()
  const pages = useInfiniteQuery({ ...galleryQuery(source, userId), enabled: userId !== "" })
  const documents = useMemo(() => pages.data?.pages.flatMap((page) => page.documents), [pages.data])

  // Coming back to the screen, or back online, only the first page is looked at again.
  useQuery({
    queryKey: newestKey(source, userId),
    queryFn: async ({ signal }) => {
      const newest = await readPage(source, userId)
      signal.throwIfAborted()
      changeGallery(queries, userId, (gallery) => mergeNewest(gallery, newest), source)
      return newest.documents.length
    },
    enabled: documents !== undefined,
    staleTime: freshMs,
    initialData: documents?.length,
    initialDataUpdatedAt: pages.dataUpdatedAt,
  })

  return { ...pages, documents }
}

/** Deletes a picture for good; it leaves the gallery at once. */
export function useDeletePicture(source: GallerySource, userId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (document: GenerationDocument) => source.remove(document.$id),
    onSuccess: (_nothing, document) => dropPicture(queries, userId, document.$id, source),
    // Also to whoever has put the picture away by then.
    onError: (error) => notify.error(messageOf(error, "The picture could not be deleted.")),
  })
}
