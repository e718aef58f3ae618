import { shotAsPicture } from "#contract/studio/photoshoot-document.ts"
import { deletePhotoshoot, listPhotoshoots } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import type { GallerySource } from "./lists/use-gallery.ts"

/** Pictures of shoots; of one model when it is given. */
export function photoshootSource(trainingId: string | undefined): GallerySource {
  return {
    key: [...queryKeys.userPhotoshoots, trainingId ?? ""],
    question: {},
    canNarrow: false,
    list: async (userId, _question, after) => (await listPhotoshoots(userId, trainingId, after)).map(shotAsPicture),
    remove: deletePhotoshoot,
    visibility: "shot",
    inTrash: "photoshoots",
  }
}
