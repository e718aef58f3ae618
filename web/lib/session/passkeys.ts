import { queryOptions, useQuery } from "@tanstack/react-query"
import { lazyCall } from "#web/lib/calls/lazy-call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { usePasskeysHere } from "./passkeys-here.ts"

/** What the second step of whoever is here may be. */
const passkeyStateQuery = queryOptions({
  queryKey: queryKeys.passkeyState,
  queryFn: async ({ signal }) =>
    (await lazyCall(async () => (await import("#contract/identity/passkeys.ts")).getPasskeyState, { signal })).data,
})

/**
 * Whether a passkey of this person can be given in this browser, and whether they have an app for codes, which is taken
 * to be so until it is known.
 */
export function usePasskeyState(isAsked = true): { canGive: boolean; hasApp: boolean; isKnown: boolean } {
  const here = usePasskeysHere()
  const { data, isPending } = useQuery({ ...passkeyStateQuery, enabled: here.isPossible && isAsked })
  return {
    canGive: here.isPossible && data?.works === true,
    hasApp: data?.hasApp ?? true,
    isKnown: here.isAsked && !(here.isPossible && isPending),
  }
}
