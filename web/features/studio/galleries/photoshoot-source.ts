import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import type { PhotoshootDocument } from "#contract/studio/photoshoot-document.ts"
import { deletePhotoshoot, listPhotoshoots } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import type { GallerySource } from "./lists/use-gallery.ts"

/** What stands where generated pictures name their mode. */
const photoshootMode = "photoshoot"

/** Pictures of shoots; of one model when it is given. */
export function photoshootSource(trainingId: string | undefined): GallerySource {
  return {
    key: [...queryKeys.userPhotoshoots, trainingId ?? ""],
    question: {},
    canNarrow: false,
    list: async (userId, _question, after) => (await listPhotoshoots(userId, trainingId, after)).map(asPicture),
    remove: deletePhotoshoot,
    visibility: "shot",
    inTrash: "photoshoots",
  }
}

/** Galleries show pictures of every kind alike. */
function asPicture({ customerID, trainingId: _model, template: _set, ...shot }: PhotoshootDocument): OwnPicture {
  return {
    ...shot,
    creator: customerID,
    sent_prompt: shot.prompt,
    mode: photoshootMode,
    aspect_ratio: "1:1",
    trade: null,
    is_starred: false,
  }
}
