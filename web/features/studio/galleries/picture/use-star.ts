import { useMutation, useQueryClient } from "@tanstack/react-query"
import { starPicture } from "#contract/studio/own-pictures.ts"
import { changeDocuments } from "#web/features/studio/galleries/lists/gallery-pages.ts"
import { changeGallery, readNarrowedAgain } from "#web/features/studio/galleries/lists/use-gallery.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** A picture, and whether its owner marks it. */
export interface StarWish {
  $id: string
  is_starred: boolean
}

/** Marks own pictures for oneself. What came of it is heard of after the screen was left, too. */
export function useStar(userId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ $id, is_starred }: StarWish) =>
      call(starPicture, { params: { pictureId: $id }, body: { is_starred } }),
    onSuccess: (_answer, { $id, is_starred }) => {
      changeGallery(queries, userId, (gallery) => changeDocuments(gallery, [$id], { is_starred }))
      readNarrowedAgain(queries, userId)
    },
    onError: (error) => notify.error(messageOf(error, "The star could not be changed.")),
  })
}
