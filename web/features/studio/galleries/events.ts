import { albumsChanged } from "#contract/studio/albums.ts"
import type { GenerationDocument } from "#contract/studio/generation-document.ts"
import { orderFinished } from "#contract/studio/generations.ts"
import { pictureStarred } from "#contract/studio/own-pictures.ts"
import { runFinished } from "#contract/studio/runs.ts"
import { trashLessened } from "#contract/studio/trash.ts"
import { collections } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { type Listener, on, onDocument } from "#web/lib/calls/realtime.ts"
import { currentUserQuery } from "#web/lib/session/session.ts"
import { changeDocuments, replaceDocument } from "./lists/gallery-pages.ts"
import { changeGallery, dropPicture, readAlbumsAgain, readNarrowedAgain, readRestored } from "./lists/use-gallery.ts"

/** Brings new pictures into an open gallery, and takes deleted ones out, on every page that shows it. */
export const galleryEvents: readonly Listener[] = [
  on(orderFinished, [queryKeys.userGenerations, queryKeys.ownModes, queryKeys.albums, queryKeys.failedRuns]),

  on(runFinished, [queryKeys.failedRuns]),

  on(albumsChanged, [queryKeys.albums], ({ id }, queries) => readAlbumsAgain(queries, id)),

  on(pictureStarred, [queryKeys.userGenerations], ({ id, is_starred }, queries) => {
    const userId = queries.getQueryData(currentUserQuery.queryKey)?.id ?? ""
    changeGallery(queries, userId, (gallery) => changeDocuments(gallery, [id], { is_starred }))
    readNarrowedAgain(queries, userId)
  }),

  on(trashLessened, [queryKeys.trash], ({ restored }, queries) => {
    void queries.invalidateQueries({ queryKey: queryKeys.trash })
    readRestored(queries, restored)
  }),

  onDocument<GenerationDocument>(
    collections.generations,
    [queryKeys.userGenerations],
    ({ action, document }, queries) => {
      if (action === "delete") {
        dropPicture(queries, document.creator, document.$id)
        void queries.invalidateQueries({ queryKey: queryKeys.trash })
        void queries.invalidateQueries({ queryKey: queryKeys.albums })
      }
      if (action !== "update") return
      changeGallery(queries, document.creator, (gallery) => replaceDocument(gallery, document))
      readNarrowedAgain(queries, document.creator)
    },
  ),
]
