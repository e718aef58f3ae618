import { useMutation, useQueryClient } from "@tanstack/react-query"
import {
  changeManyVisibilities,
  deleteManyPictures,
  type ManyChanged,
  type OwnPicture,
} from "#contract/studio/own-pictures.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { changeDocuments } from "./lists/gallery-pages.ts"
import { changeGallery, generated, noteHolders, readNarrowedAgain } from "./lists/use-gallery.ts"
import { countOf } from "./trash/count-of.ts"
import { takeOut } from "./trash/take-out.ts"

/** What is done with all chosen pictures. */
type Act = "open" | "close" | "trash"

interface Wish {
  act: Act
  documents: readonly OwnPicture[]
}

/**
 * Does one thing with many own pictures by one call. What came of it is heard of after the screen was left, too.
 * @param onDone gets what was done and what was not
 */
export function useMany(userId: string, onDone: (outcome: ManyChanged) => void) {
  const queries = useQueryClient()
  return useMutation({
    onMutate: ({ documents }: Wish) => noteHolders(queries, userId, documents, generated),
    mutationFn: async ({ act, documents }: Wish) => {
      const ids = documents.map(({ $id }) => $id)
      const asked =
        act === "trash"
          ? call(deleteManyPictures, { body: { ids } })
          : call(changeManyVisibilities, { body: { ids, is_public: act === "open" } })
      return (await asked).data
    },
    onSuccess: (outcome, { act }, putBack) => {
      const { done } = outcome
      if (act === "trash") takeOut(queries, userId, done, { source: generated, putBack })
      else {
        changeGallery(queries, userId, (gallery) => changeDocuments(gallery, done, { is_public: act === "open" }))
        readNarrowedAgain(queries, userId)
        const now = act === "open" ? "public now" : "private now"
        if (done.length > 0) notify.success(`${countOf(done.length)} ${done.length === 1 ? "is" : "are"} ${now}`)
      }
      onDone(outcome)
    },
    onError: (error) => notify.error(messageOf(error, "This could not be done.")),
  })
}
