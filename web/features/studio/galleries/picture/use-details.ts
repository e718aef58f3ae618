import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { showPicture } from "#contract/studio/picture-details.ts"
import type { PictureSource } from "#contract/studio/review.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** How an own picture was ordered, what it was made of and what was made of it. */
export function useDetails(source: PictureSource, pictureId: string) {
  return useQuery({
    queryKey: [...queryKeys.pictureDetails, source, pictureId],
    // The picture that was looked at stays until the next one is known.
    placeholderData: keepPreviousData,
    queryFn: async () => (await call(showPicture, { params: { source, pictureId } })).data,
  })
}
