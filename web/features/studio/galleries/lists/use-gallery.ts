import {
  hashKey,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { useMemo } from "react"
import { readDateWords } from "#contract/date-words.ts"
import { listOwnPictures, type OwnPicture, ownPicturesPage } from "#contract/studio/own-pictures.ts"
import type { PictureSource } from "#contract/studio/review.ts"
import type { PictureRef } from "#contract/studio/trash.ts"
import { deleteGeneration } from "#web/lib/calls/backend.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import type { VisibleKind } from "#web/lib/studio/use-visibility.ts"
import {
  type Gallery,
  type GalleryPage,
  hangsOnOwner,
  holds,
  keepFitting,
  mergeNewest,
  nextCursor,
  putBack,
  type Question,
  removeDocument,
} from "./gallery-pages.ts"

/** A list of pictures: where it is kept in the cache, how a page is read, and how a picture is deleted. */
export interface GallerySource {
  key: readonly string[]
  /** What it shows before anything narrows it. */
  question: Question
  /** Whether it can be narrowed by more. */
  canNarrow: boolean
  list: (userId: string, question: Question, after?: string) => Promise<OwnPicture[]>
  remove: (id: string) => Promise<unknown>
  /** Which call opens and closes them. */
  visibility: VisibleKind
  /** Which pictures they are in the trash. */
  inTrash: PictureSource
}

/** Everything that a person had drawn. */
export const generated: GallerySource = {
  key: queryKeys.userGenerations,
  question: {},
  canNarrow: true,
  list: async (_userId, { made, ...filters }, after) => {
    const range = made === undefined ? null : readDateWords(made)
    const time = range && { from: range.from.toISOString(), to: range.to.toISOString() }
    return (await call(listOwnPictures, { query: { ...filters, ...time, after } })).data
  },
  remove: deleteGeneration,
  visibility: "picture",
  inTrash: "generations",
}

/** Pictures made with styles and with own models. */
export const styled: GallerySource = { ...generated, question: { kind: "styles" } }

/** Pictures of one album. */
export function ofAlbum(album: string): GallerySource {
  return { ...generated, question: { album } }
}

/** Where galleries of a person's pictures are kept; what each shows comes last. */
function pagesKey(source: GallerySource, userId: string): readonly unknown[] {
  return [...source.key, userId, "pages"]
}

/**
 * All pages of a person's pictures read so far. Never read again as a whole, which at 10,000 pictures would be 400
 * calls: what is new is put in front (`newestQuery`, events).
 */
function galleryQuery(source: GallerySource, userId: string, question: Question) {
  return infiniteQueryOptions({
    queryKey: [...pagesKey(source, userId), question],
    // One of many searches is not worth the room.
    meta: { isKept: hashKey([question]) === hashKey([source.question]) },
    queryFn: ({ pageParam }) => readPage(source, userId, question, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (_last, pages) => nextCursor(pages),
    staleTime: "static",
    structuralSharing: false,
  })
}

async function readPage(
  source: GallerySource,
  userId: string,
  question: Question,
  after?: string,
): Promise<GalleryPage> {
  const documents = await source.list(userId, question, after)
  return { documents, isLast: documents.length < ownPicturesPage }
}

/**
 * Changes one gallery, and so again what comes of a page that is being read: it is put to the pages that were there when
 * it was asked for, over all that was changed since. What does not fit any more leaves it.
 */
function rewrite(queries: QueryClient, queryKey: readonly unknown[], change: (gallery: Gallery) => Gallery): void {
  const question = queryKey.at(-1) as Question
  const write = (): void =>
    void queries.setQueryData<Gallery>(queryKey, (gallery) => gallery && keepFitting(change(gallery), question))
  write()
  // Before anybody is shown the pages; where none came, what was changed stands.
  void queries
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.then(write, () => {})
}

/** Changes what is known of a person's pictures wherever they are shown. */
export function changeGallery(
  queries: QueryClient,
  userId: string,
  change: (gallery: Gallery) => Gallery,
  source: GallerySource = generated,
): void {
  const shown = queries.getQueryCache().findAll({ queryKey: pagesKey(source, userId) })
  for (const { queryKey } of shown) rewrite(queries, queryKey, change)
}

/** What a picture became may bring it into other galleries: those on the screen are looked at again, others read anew. */
export function readNarrowedAgain(queries: QueryClient, userId: string, source: GallerySource = generated): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: pagesKey(source, userId) })) {
    const question = query.queryKey.at(-1) as Question
    if (!hangsOnOwner(question)) continue
    if (query.isActive()) void queries.invalidateQueries({ queryKey: newestKey(source, userId, question) })
    else queries.removeQueries({ queryKey: query.queryKey, exact: true })
  }
}

/** Reads albums again, and what is shown of this one, after something was put in or taken out. */
export function readAlbumsAgain(queries: QueryClient, albumId: string): void {
  void queries.invalidateQueries({ queryKey: queryKeys.albums })
  const showsIt = ({ queryKey }: Query): boolean =>
    queryKey.includes("pages") && (queryKey.at(-1) as Question).album === albumId
  void queries.resetQueries({ queryKey: queryKeys.userGenerations, predicate: showsIt })
}

/** Takes a picture out that is deleted; a read that is under way may still have it, and ends. */
export function dropPicture(queries: QueryClient, userId: string, id: string, source: GallerySource = generated): void {
  void queries.cancelQueries({ queryKey: newestKey(source, userId) })
  changeGallery(queries, userId, (gallery) => removeDocument(gallery, id), source)
}

/** @returns puts pictures back into the galleries that have them now */
export function noteHolders(
  queries: QueryClient,
  userId: string,
  documents: readonly OwnPicture[],
  source: GallerySource,
): () => void {
  const held = queries
    .getQueryCache()
    .findAll({ queryKey: pagesKey(source, userId) })
    .map(({ queryKey }) => {
      const gallery = queries.getQueryData<Gallery>(queryKey)
      return { queryKey, documents: documents.filter(({ $id }) => gallery && holds(gallery, $id)) }
    })
  return () => {
    for (const { queryKey, documents } of held) {
      rewrite(queries, queryKey, (gallery) => documents.reduce(putBack, gallery))
    }
  }
}

/** Galleries in which pictures are missing that came back are read anew from their first page. */
export function readRestored(queries: QueryClient, restored: readonly PictureRef[]): void {
  const keys = { generations: queryKeys.userGenerations, photoshoots: queryKeys.userPhotoshoots }
  for (const source of new Set(restored.map((picture) => picture.source))) {
    const ids = restored.filter((picture) => picture.source === source).map(({ id }) => id)
    const lacks = ({ queryKey, state }: Query): boolean =>
      queryKey.includes("pages") && !ids.every((id) => state.data && holds(state.data as Gallery, id))
    void queries.resetQueries({ queryKey: keys[source], predicate: lacks })
  }
}

function newestKey(source: GallerySource, userId: string, question?: Question): readonly unknown[] {
  return [...source.key, userId, "newest", ...(question === undefined ? [] : [question])]
}

/** How long the newest page counts as fresh, in ms. */
const freshMs = 10_000

/** A person's pictures, newest first, page by page. @param question what is shown of them; the same object while it is the same */
export function useGallery(source: GallerySource, userId: string, question: Question) {
  const queries = useQueryClient()
  const pages = useInfiniteQuery({ ...galleryQuery(source, userId, question), enabled: userId !== "" })
  const documents = useMemo(() => pages.data?.pages.flatMap((page) => page.documents), [pages.data])

  // Coming back to the screen, or back online, only the first page is looked at again.
  useQuery({
    queryKey: newestKey(source, userId, question),
    queryFn: async ({ signal }) => {
      const newest = await readPage(source, userId, question)
      signal.throwIfAborted()
      const { queryKey } = galleryQuery(source, userId, question)
      rewrite(queries, queryKey, (gallery) => mergeNewest(gallery, newest))
      return newest.documents.length
    },
    enabled: documents !== undefined,
    staleTime: freshMs,
    initialData: documents?.length,
    initialDataUpdatedAt: pages.dataUpdatedAt,
  })

  return { ...pages, documents }
}
