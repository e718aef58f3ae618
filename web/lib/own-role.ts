import { queryOptions } from "@tanstack/react-query"
import { getOwnRole } from "#contract/product/operators.ts"
import { call } from "./call.ts"
import { queryKeys } from "./query-keys.ts"

/** The person's operator role, and whether it waits for a second factor. */
export const ownRoleQuery = queryOptions({
  queryKey: queryKeys.ownRole,
  queryFn: async ({ signal }) => (await call(getOwnRole, { signal })).data,
})
