import { collections } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { type Listener, onAccount, onDocument } from "#web/lib/calls/realtime.ts"

/** The session user follows the account and the profile: a confirmed address or a new stage shows at once. */
export const sessionEvents: readonly Listener[] = [
  onAccount([queryKeys.currentUser]),
  onDocument(collections.profiles, [queryKeys.currentUser]),
]
