import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"

/** The engine's answers for a photo. */
export const lookAnswers = ["first", "other"] as const
export type LookAnswer = (typeof lookAnswers)[number]

/** How a photo is cut out for a training, before anything is paid. */
export const PhotoLook = z.object({
  /** False: no product was found in it. */
  isFound: z.boolean(),
  /** Whether the engine is sure, or the owner said which answer to take. */
  isSettled: z.boolean(),
  /** Small copies; the second one is null where there is no second answer. */
  firstUrl: z.string(),
  otherUrl: z.string().nullable(),
  chosen: z.enum(lookAnswers),
})
export type PhotoLook = z.infer<typeof PhotoLook>

/** Address of an own upload. */
const image = PlainText.min(1).max(2_048)
const reply = z.object({ data: PhotoLook })

export const lookAtCutOut = endpoint({
  method: "POST",
  path: "/training-looks",
  access: "session",
  summary:
    "Cuts the product out of an own photo, as a training would, so that it can be looked at before anything is paid",
  body: z.object({ image }),
  reply,
})

export const settleLook = endpoint({
  method: "POST",
  path: "/training-looks/settle",
  access: "session",
  summary: "Says which cut-out of an own photo a training takes",
  body: z.object({ image, answer: z.enum(lookAnswers) }),
  reply,
})

/** Where a small copy of a cut-out can be looked at, by its owner. */
export function lookPath(fileId: string, answer: string): string {
  return `/training-looks/${fileId}/${answer}`
}
