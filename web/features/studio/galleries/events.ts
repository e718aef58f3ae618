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

/** Fetched with the first event, not with every page: most people who see one have no gallery open. */
const loadPages = () => import("./lists/gallery-pages.ts")
const loadGallery = () => import("./lists/use-gallery.ts")

/** Brings new pictures into an open gallery, and takes deleted ones out, on every page that shows it. */
export const galleryEvents: readonly Listener[] = [
  on(orderFinished, [queryKeys.userGenerations, queryKeys.ownModes, queryKeys.albums, queryKeys.failedRuns]),

  on(runFinished, [queryKeys.failedRuns]),

  on(albumsChanged, [queryKeys.albums], async ({ id }, queries) => (await loadGallery()).readAlbumsAgain(queries, id)),

  on(pictureStarred, [queryKeys.userGenerations], async ({ id, is_starred }, queries) => {
    const [{ changeDocuments }, { changeGallery, readNarrowedAgain }] = await Promise.all([loadPages(), loadGallery()])
    const userId = queries.getQueryData(currentUserQuery.queryKey)?.id ?? ""
    changeGallery(queries, userId, (gallery) => changeDocuments(gallery, [id], { is_starred }))
    readNarrowedAgain(queries, userId)
  }),

  on(trashLessened, [queryKeys.trash], async ({ restored }, queries) => {
    void queries.invalidateQueries({ queryKey: queryKeys.trash })
    const { readRestored } = await loadGallery()
    readRestored(queries, restored)
  }),

  onDocument<GenerationDocument>(
    collections.generations,
    [queryKeys.userGenerations],
    async ({ action, document }, queries) => {
      const [{ replaceDocument }, gallery] = await Promise.all([loadPages(), loadGallery()])
      if (action === "delete") {
        gallery.dropPicture(queries, document.creator, document.$id)
        void queries.invalidateQueries({ queryKey: queryKeys.trash })
        void queries.invalidateQueries({ queryKey: queryKeys.albums })
      }
      if (action !== "update") return
      gallery.changeGallery(queries, document.creator, (pages) => replaceDocument(pages, document))
      gallery.readNarrowedAgain(queries, document.creator)
    },
  ),
]
