import { useMutation } from "@tanstack/react-query"
import { changeVisibility } from "#contract/product/generations.ts"
import { call } from "./call.ts"

/** Who is to see which pictures. */
interface Wish {
  pictureIds: readonly string[]
  isPublic: boolean
}

/** Opens own pictures to everybody, or closes them. */
export function useVisibility() {
  return useMutation({
    mutationFn: async ({ pictureIds, isPublic }: Wish) => {
      for (const pictureId of pictureIds) {
        await call(changeVisibility, { params: { pictureId }, body: { is_public: isPublic } })
      }
    },
  })
}
