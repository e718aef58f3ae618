import { queryOptions } from "@tanstack/react-query"
import { lazyCall } from "#web/lib/calls/lazy-call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** What a screen needs to know of this installation; it does not change while the page is open. */
export const sessionInfoQuery = queryOptions({
  queryKey: queryKeys.sessionInfo,
  meta: { isKept: true },
  queryFn: async ({ signal }) =>
    (await lazyCall(async () => (await import("#contract/identity/sessions.ts")).getSessionInfo, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Where mails can be read when this installation captures them instead of sending. */
export const capturedMailPath = "/dev/mail"
