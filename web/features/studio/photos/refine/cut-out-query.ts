import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { type CutOut, getCutOut } from "#contract/studio/cut-outs.ts"
import { call } from "#web/lib/calls/call.ts"
import { forgetDoubts } from "#web/lib/photos/doubts.ts"

/** A cut-out as it is now. */
export function cutOutQuery(pictureId: string) {
  return queryOptions({
    queryKey: ["getCutOut", pictureId],
    queryFn: async ({ signal }) => (await call(getCutOut, { params: { pictureId }, signal })).data,
  })
}

/** Puts what a cut-out is by now where screens look for it; its address is another one then, in runs and batches too. */
export function keepCutOut(queries: QueryClient, cutOut: CutOut): void {
  queries.setQueryData(cutOutQuery(cutOut.id).queryKey, cutOut)
  forgetDoubts(queries)
}
