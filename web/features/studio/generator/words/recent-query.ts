import { queryOptions } from "@tanstack/react-query"
import { listRecentPrompts } from "#contract/studio/words/recent-prompts.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** The last prompts of the person, of all their devices; asked again after a while, for another device may have drawn. */
export const recentPromptsQuery = queryOptions({
  queryKey: queryKeys.recentPrompts,
  queryFn: async ({ signal }) => (await call(listRecentPrompts, { signal })).data,
  staleTime: 10_000,
})
