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
  /** @param waitsUntil when the review of what was opened ends; null when there is none */
  onDone: (wish: Wish, waitsUntil: string | null) => void
  onRefused: (error: Error) => void
}

/** Opens own pictures to everybody, or closes them. What came of it is heard of after the screen was left, too. */
export function useVisibility({ onDone, onRefused }: Outcome, kind: VisibleKind = "picture") {
  return useMutation({
    mutationFn: async ({ pictureIds, isPublic }: Wish) => {
      let waitsUntil: string | null = null
      for (const pictureId of pictureIds) {
        const { data } = await call(callOf[kind], { params: { pictureId }, body: { is_public: isPublic } })
        waitsUntil = data.waits_until
      }
      return waitsUntil
    },
    onSuccess: (waitsUntil, wish) => onDone(wish, waitsUntil),
    onError: onRefused,
  })
}
