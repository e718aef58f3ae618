import { useMutation } from "@tanstack/react-query"
import { changeShotVisibility, changeVisibility } from "#contract/studio/generations.ts"
import { call } from "#web/lib/calls/call.ts"

/** Who is to see which pictures. */
interface Wish {
  pictureIds: readonly string[]
  isPublic: boolean
}

/** Pictures that are drawn, or those of photoshoots. */
export type VisibleKind = "picture" | "shot"

const callOf = { picture: changeVisibility, shot: changeShotVisibility } as const

interface Outcome {
  onDone: (wish: Wish) => void
  onRefused: (error: Error) => void
}

/** Opens own pictures to everybody, or closes them. What came of it is heard of after the screen was left, too. */
export function useVisibility({ onDone, onRefused }: Outcome, kind: VisibleKind = "picture") {
  return useMutation({
    mutationFn: async ({ pictureIds, isPublic }: Wish) => {
      for (const pictureId of pictureIds) {
        await call(callOf[kind], { params: { pictureId }, body: { is_public: isPublic } })
      }
    },
    onSuccess: (_nothing, wish) => onDone(wish),
    onError: onRefused,
  })
}
