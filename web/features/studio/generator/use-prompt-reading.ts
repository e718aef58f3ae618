import { queryOptions, useQuery } from "@tanstack/react-query"
import { type PromptReading, readPrompt } from "#contract/studio/generations.ts"
import { call } from "#web/lib/calls/call.ts"
import { useDebounced } from "#web/lib/page/use-debounced.ts"
import type { StudioMode } from "./order/use-studio-order.ts"

type ReadingMode = Pick<StudioMode, "slug" | "trainingId">

/** How long typing must rest before the words are read, in ms. */
const restMs = 80

/** What the engine makes of words in a mode, or of an own model; the same words are read once. */
export function readingQuery({ slug, trainingId }: ReadingMode, prompt: string) {
  return queryOptions({
    queryKey: ["readPrompt", trainingId ?? slug, prompt],
    queryFn: async ({ signal }): Promise<PromptReading> =>
      (await call(readPrompt, { body: { prompt, mode: slug, trainingId }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** What would be drawn of what is being typed; undefined until it is known, null where the engine cannot tell. */
export function usePromptReading(mode: ReadingMode, prompt: string): PromptReading | undefined {
  const settled = useDebounced(prompt.trim(), restMs)
  const { data } = useQuery({ ...readingQuery(mode, settled), enabled: settled.length > 1 })
  return settled.length > 1 ? data : undefined
}
