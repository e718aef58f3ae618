import { queryOptions } from "@tanstack/react-query"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { keptOwner } from "#web/lib/stored/browser-store.ts"

/** Whose kept things may be shown while the server cannot be asked who is here; null for nobody's. */
export const keptOwnerQuery = queryOptions({
  queryKey: queryKeys.keptOwner,
  queryFn: keptOwner,
  networkMode: "always",
  gcTime: 0,
})
