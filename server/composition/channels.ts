import { runsChannel } from "#server/features/studio/runs/channel.ts"
import { jobsChannel } from "#server/platform/jobs/queue.ts"
import { providerCallsChannel } from "#server/platform/providers/provider-calls.ts"
import { realtimeChannel } from "#server/platform/realtime/realtime.ts"

/** Every channel between processes. */
export const channels: readonly string[] = [jobsChannel, realtimeChannel, runsChannel, providerCallsChannel]
