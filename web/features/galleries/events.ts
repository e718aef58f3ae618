import type { GenerationDocument } from "#contract/product/generation-document.ts"
import { orderFinished } from "#contract/product/generations.ts"
import { collections } from "#web/lib/backend.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { type Listener, on, onDocument } from "#web/lib/realtime.ts"
import { replaceDocument } from "./gallery-pages.ts"
import { changeGallery, dropPicture } from "./use-gallery.ts"

/** Brings new pictures into an open gallery, and takes deleted ones out, on every page that shows it. */
export const galleryEvents: readonly Listener[] = [
  on(orderFinished, [queryKeys.userGenerations]),

  onDocument<GenerationDocument>(
    collections.generations,
    [queryKeys.userGenerations],
    ({ action, document }, queries) => {
      if (action === "delete") dropPicture(queries, document.creator, document.$id)
      if (action === "update") changeGallery(queries, document.creator, (gallery) => replaceDocument(gallery, document))
    },
  ),
]
