import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { z } from "zod"
import { lessonDraftKey } from "#web/lib/academy/hand-in-draft.ts"
import { changeStored, readStored } from "#web/lib/stored/browser-store.ts"

interface Draft<Value> {
  /** What was typed before and not sent; null when nothing was, undefined while that is looked up. */
  before: Value | null | undefined
  /** Keeps what stands in the form now; null forgets it. */
  keep: (value: Value | null) => void
}

/** What somebody typed into a lesson's form, kept on this device until it is sent: through a reload, and without a network. */
export function useDraft<Schema extends z.ZodType>(
  reader: string,
  lessonId: string,
  schema: Schema,
): Draft<z.output<Schema>> {
  const key = lessonDraftKey(lessonId)
  const queries = useQueryClient()
  const queryKey = ["lessonDraft", reader, lessonId]
  const { data } = useQuery({
    queryKey,
    queryFn: async () => schema.safeParse(await readStored(reader, key)).data ?? null,
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return {
    before: data,
    keep: (value) => {
      // A form that goes and comes back while the page stays finds what was typed last.
      queries.setQueryData(queryKey, value)
      void changeStored(reader, key, () => value ?? undefined)
    },
  }
}
