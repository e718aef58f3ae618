import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { type Listener, onAccount } from "#web/lib/calls/realtime.ts"

/** A sign-in or a change elsewhere shows on the open account screen at once. */
export const accountEvents: readonly Listener[] = [
  onAccount([queryKeys.sessions, queryKeys.identities, queryKeys.activity]),
]
