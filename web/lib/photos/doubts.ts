import { type QueryClient, useQuery } from "@tanstack/react-query"
import { listDoubts } from "#contract/studio/cut-outs.ts"
import { call } from "#web/lib/calls/call.ts"
import { picturePath } from "./picture-path.ts"

/** A picture of which nobody should say that it is done yet. */
export interface Doubt {
  pictureId: string
  /** The cut-out to look at; null while it lies in the trash. */
  cutOutId: string | null
}

/** Id of the picture at an address; undefined for what was not made here. */
export function pictureIdAt(address: string | undefined): string | undefined {
  return /^\/pictures\/([^/?]+)/.exec(picturePath(address ?? ""))?.[1]
}

/** Which of these pictures have an open doubt, in their order; none while that is not known. @param addresses of any pictures or uploads */
export function useDoubts(addresses: readonly (string | undefined)[]): Doubt[] {
  const ids = addresses.flatMap((address) => pictureIdAt(address) ?? [])
  const { data } = useQuery({
    queryKey: ["listDoubts", ids],
    queryFn: async ({ signal }) => (await call(listDoubts, { query: { pictures: ids.join(",") }, signal })).data,
    enabled: ids.length > 0,
  })
  return data ?? []
}

/** A cut-out was looked at, chosen or mended: what was made of it may be told as done. */
export function forgetDoubts(queries: QueryClient): void {
  for (const name of ["listDoubts", "getRun", "getBatch"]) void queries.invalidateQueries({ queryKey: [name] })
}
