import { queryOptions } from "@tanstack/react-query"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { storedOwner } from "#web/lib/stored/browser-store.ts"

/** Whose kept things may be shown while the server cannot be asked who is here; null for nobody's. */
export const storedOwnerQuery = queryOptions({
  queryKey: queryKeys.storedOwner,
  queryFn: storedOwner,
  networkMode: "always",
  gcTime: 0,
})
