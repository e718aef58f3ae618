import { providerCallsChannel } from "#server/platform/provider-calls.ts"
import { jobsChannel } from "#server/platform/queue.ts"
import { realtimeChannel } from "#server/platform/realtime.ts"

/** Channel between processes that tells which run has ended. */
export const runsChannel = "runs"

/** Every channel between processes. */
export const channels: readonly string[] = [jobsChannel, realtimeChannel, runsChannel, providerCallsChannel]
