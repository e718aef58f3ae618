import { queryOptions } from "@tanstack/react-query"
import { keptOwner } from "./kept-store.ts"
import { queryKeys } from "./query-keys.ts"

/** Whose kept things may be shown while the server cannot be asked who is here; null for nobody's. */
export const keptOwnerQuery = queryOptions({
  queryKey: queryKeys.keptOwner,
  queryFn: keptOwner,
  networkMode: "always",
  gcTime: 0,
})
