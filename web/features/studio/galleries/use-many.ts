import { useMutation, useQueryClient } from "@tanstack/react-query"
import { changeManyVisibilities, deleteManyPictures, type ManyChanged } from "#contract/studio/own-pictures.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { changeDocuments } from "./lists/gallery-pages.ts"
import { changeGallery, dropPicture, readNarrowedAgain } from "./lists/use-gallery.ts"

/** "1 picture", "12 pictures". */
export function countOf(count: number): string {
  return count === 1 ? "1 picture" : `${count} pictures`
}

/** What is done with all chosen pictures. */
export type Act = "open" | "close" | "delete"

interface Wish {
  act: Act
  ids: readonly string[]
}

const words: Readonly<Record<Act, string>> = {
  open: "public now",
  close: "private now",
  delete: "deleted",
}

/**
 * Does one thing with many own pictures by one call. What came of it is heard of after the screen was left, too.
 * @param onDone gets what was done and what was not
 */
export function useMany(userId: string, onDone: (outcome: ManyChanged) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ act, ids: chosen }: Wish) => {
      const ids = [...chosen]
      const asked =
        act === "delete"
          ? call(deleteManyPictures, { body: { ids } })
          : call(changeManyVisibilities, { body: { ids, is_public: act === "open" } })
      return (await asked).data
    },
    onSuccess: (outcome, { act }) => {
      const { done } = outcome
      if (act === "delete") for (const id of done) dropPicture(queries, userId, id)
      else {
        changeGallery(queries, userId, (gallery) => changeDocuments(gallery, done, { is_public: act === "open" }))
        readNarrowedAgain(queries, userId)
      }
      if (done.length > 0) notify.success(`${countOf(done.length)} ${done.length === 1 ? "is" : "are"} ${words[act]}`)
      onDone(outcome)
    },
    onError: (error) => notify.error(messageOf(error, "This could not be done.")),
  })
}
