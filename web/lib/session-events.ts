import { collections } from "./backend.ts"
import { queryKeys } from "./query-keys.ts"
import { type Listener, onAccount, onDocument } from "./realtime.ts"

/** The session user follows the account and the profile: a confirmed address or a new stage shows at once. */
export const sessionEvents: readonly Listener[] = [
  onAccount([queryKeys.currentUser]),
  onDocument(collections.profiles, [queryKeys.currentUser]),
]
