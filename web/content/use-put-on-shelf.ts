import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "react-router"
import { putPicturesOnShelf, type ShelfPictureRef } from "#contract/studio/shelf.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { productAddress, shelfPath } from "#web/lib/shelf/shelf.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

interface Put {
  pictures: readonly ShelfPictureRef[]
  as: "one-each" | "one-of-all"
}

/** Makes drafts of pictures and opens the draft, or the shelf when there are several. */
export function usePutOnShelf() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ pictures, as }: Put) =>
      (await call(putPicturesOnShelf, { body: { pictures: [...pictures], as } })).data,
    onSuccess: ({ ids, skipped }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.products })
      const [first] = ids
      const left = skipped > 0 ? ` ${skipped === 1 ? "One picture was" : `${skipped} pictures were`} left out.` : ""
      notify.success(`${ids.length === 1 ? "A draft is" : `${ids.length} drafts are`} on your shelf.${left}`)
      void navigate(ids.length === 1 && first !== undefined ? productAddress(first) : shelfPath)
    },
    onError: (error) => notify.error(messageOf(error, "This could not be put on the shelf.")),
  })
}
