import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query"

interface Page<Row, Cursor> {
  data: Row[]
  /** Where the next page begins; null after the last. */
  nextCursor: Cursor | null
}

interface PagedList<Row, OnePage> {
  list: UseInfiniteQueryResult<InfiniteData<OnePage>>
  /** The lines of all pages so far. */
  shown: Row[]
  /** The first page, which has the counts. */
  first: OnePage | undefined
}

/** A list that goes on where its last page ended; old lines stay until those of other filters have come. */
export function usePagedList<Row, Cursor, More>(
  key: readonly unknown[],
  fetchPage: (cursor?: Cursor) => Promise<Page<Row, Cursor> & More>,
): PagedList<Row, Page<Row, Cursor> & More> {
  type OnePage = Page<Row, Cursor> & More
  const list = useInfiniteQuery<OnePage, Error, InfiniteData<OnePage>, readonly unknown[], Cursor | undefined>({
    queryKey: key,
    initialPageParam: undefined,
    queryFn: ({ pageParam }) => fetchPage(pageParam as Cursor | undefined),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before) => before,
  })
  return { list, shown: list.data?.pages.flatMap(({ data }) => data) ?? [], first: list.data?.pages[0] }
}
