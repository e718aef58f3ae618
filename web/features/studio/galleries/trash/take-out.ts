import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import { restorePictures } from "#contract/studio/trash.ts"
import {
  dropPicture,
  type GallerySource,
  noteHolders,
  readRestored,
} from "#web/features/studio/galleries/lists/use-gallery.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { countOf } from "./count-of.ts"

/** Puts a picture into the trash; it leaves the gallery at once, and a message can take it back. */
export function useTrashPicture(source: GallerySource, userId: string) {
  const queries = useQueryClient()
  return useMutation({
    onMutate: (document: OwnPicture) => noteHolders(queries, userId, [document], source),
    mutationFn: (document: OwnPicture) => source.remove(document.$id),
    onSuccess: (_nothing, document, putBack) => takeOut(queries, userId, [document.$id], { source, putBack }),
    // Also to whoever has put the picture away by then.
    onError: (error) => notify.error(messageOf(error, "The picture could not be moved to the trash.")),
  })
}

interface Taken {
  source: GallerySource
  /** Puts them back into the galleries that had them. */
  putBack: () => void
}

/** Takes pictures out of the galleries that went to the trash, and says so with a press that takes it back. */
export function takeOut(queries: QueryClient, userId: string, ids: readonly string[], taken: Taken): void {
  if (ids.length === 0) return
  const { source, putBack } = taken
  for (const id of ids) dropPicture(queries, userId, id, source)
  void queries.invalidateQueries({ queryKey: queryKeys.trash })
  notify.undo(`${countOf(ids.length)} moved to the trash`, () => void takeBack())

  async function takeBack(): Promise<void> {
    const pictures = ids.map((id) => ({ source: source.inTrash, id }))
    // Before the answer: what is told of it finds them at their places, and nobody loses theirs.
    putBack()
    try {
      const { done, skipped } = (await call(restorePictures, { body: { pictures } })).data
      for (const { id } of skipped) dropPicture(queries, userId, id, source)
      void queries.invalidateQueries({ queryKey: queryKeys.trash })
      readRestored(
        queries,
        pictures.filter(({ id }) => done.includes(id)),
      )
      if (skipped.length > 0) notify.error(`${countOf(skipped.length)} could not be taken back.`)
    } catch (error) {
      for (const id of ids) dropPicture(queries, userId, id, source)
      notify.error(messageOf(error, "This could not be taken back. Look into the trash."))
    }
  }
}
