import { discussionChanged } from "#contract/academy/discussions.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { type Listener, on } from "#web/lib/calls/realtime.ts"

/** What somebody in the cohort writes shows at once. */
export const discussionEvents: readonly Listener[] = [on(discussionChanged, [queryKeys.discussions])]
