import { queryOptions, useQuery } from "@tanstack/react-query"
import { getOwnRole, type OperatorRole } from "#contract/identity/operators.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** The person's operator role, and whether it waits for a second factor. */
export const ownRoleQuery = queryOptions({
  queryKey: queryKeys.ownRole,
  queryFn: async ({ signal }) => (await call(getOwnRole, { signal })).data,
})

/** The person's operator role; null while it is not known, and for everybody without one. */
export function useOwnRole(): OperatorRole | null {
  return useQuery(ownRoleQuery).data?.role ?? null
}
