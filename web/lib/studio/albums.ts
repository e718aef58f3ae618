import { queryOptions } from "@tanstack/react-query"
import { type Album, listAlbums } from "#contract/studio/albums.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** All albums of the person, by name. */
export const albumsQuery = queryOptions({
  queryKey: [...queryKeys.albums, "all"],
  queryFn: async (): Promise<Album[]> => (await call(listAlbums)).data,
  meta: { isKept: true },
})

/** Where an album is looked at. */
export function albumPath(id: string): string {
  return `/photo-gallery/albums/${id}`
}
