import { queryOptions } from "@tanstack/react-query"
import { getStudio } from "#contract/studio/generations.ts"
import { call } from "#web/lib/calls/call.ts"

/** Whether the person's next enlargement costs nothing. */
export const freeUpscalingQuery = queryOptions({
  queryKey: ["freeUpscaling"],
  queryFn: async ({ signal }) => (await call(getStudio, { signal })).data.isUpscalingFree,
})
