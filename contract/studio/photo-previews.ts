import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"
import { GroundColour, type SetColours, SetName } from "./scenes.ts"

/** `white`: without its background, on white. `place`: as a marketplace asks for it. `larger`: a piece of it, before and after. `set`: in one of the engine's sets. */
export const photoPreviews = ["white", "place", "larger", "set"] as const
export type PhotoPreview = (typeof photoPreviews)[number]

export const previewPhoto = endpoint({
  method: "GET",
  path: "/photo-previews",
  access: "session",
  summary: "A small look at what a tool makes of an own photo, before anything is paid; free",
  query: z
    .object({
      /** Address of an own upload, or of a cut-out that the person may see. */
      image: PlainText.min(1).max(2_000),
      what: z.enum(photoPreviews),
      /** Name of the set of `set`. */
      set: SetName.optional(),
      /** Colours of that set, instead of its own. */
      wall: GroundColour.optional(),
      accent: GroundColour.optional(),
    })
    .refine(({ what, set }) => what !== "set" || set !== undefined, { path: ["set"], message: "Please choose a set" })
    .refine(({ wall, accent }) => (wall === undefined) === (accent === undefined), {
      path: ["accent"],
      message: "Please choose two colours",
    }),
  reply: z.unknown(),
})

/** Where such a look is seen. @param image path of the photo on our origin */
export function photoPreviewPath(image: string, what: PhotoPreview, set?: string, colours?: SetColours): string {
  return `${previewPhoto.path}?${new URLSearchParams({ image, what, ...(set !== undefined && { set }), ...colours })}`
}
