import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query"
import {
  getNoticeSettings,
  listNotices,
  type NoticeSettings,
  noticesChanged,
  readNotices,
} from "#contract/identity/notices.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { type Listener, on } from "#web/lib/calls/realtime.ts"

/** A person's notices, newest first. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: queryKeys.notices,
  queryFn: ({ signal, pageParam }) => call(listNotices, { query: { before: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
})

/** How a person is told of what. */
export const noticeSettingsQuery = queryOptions<NoticeSettings>({
  queryKey: queryKeys.noticeSettings,
  queryFn: async ({ signal }) => (await call(getNoticeSettings, { signal })).data,
})

/** A notice came, or was read on another device. */
export const noticeEvents: readonly Listener[] = [on(noticesChanged, [queryKeys.notices])]

/** Marks one as read, or all up to one; the list is read again, here and on other devices. */
export async function markRead(queries: QueryClient, which: { id: string; andBefore: boolean }): Promise<void> {
  await call(readNotices, { body: which })
  await queries.invalidateQueries({ queryKey: queryKeys.notices })
}
