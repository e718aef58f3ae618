import { z } from "zod"
import type { Fees } from "#contract/catalogue/fees.ts"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { Run } from "./runs.ts"
import { SetName } from "./scenes.ts"

/** Shortest side of a photo that a product is made of, in pixels: below it nothing of its edge can be told. */
export const leastPhotoSide = 64

/** What the second picture stands before: a plain ground in the seller's own colours, which is free, or one of the engine's sets, as it is or in those colours. */
export const ProductGround = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("colours") }),
  z.object({ kind: z.literal("set"), name: SetName, inMyColours: z.boolean().optional() }),
])
export type ProductGround = z.infer<typeof ProductGround>

/** Credits of each paid step: the picture on white, the title and the text are free. */
export function stepCredits(
  fees: Pick<Fees, "bg-remover" | "scene">,
  { kind }: { kind: string },
): { cutOut: number; scene: number } {
  return { cutOut: fees["bg-remover"], scene: kind === "set" ? fees.scene : 0 }
}

/** How far a product is that was begun with one photo. */
export const FromPhoto = z.object({
  /** What takes the background off; its `result` is a PhotoResult. */
  cutOut: Run,
  /** What makes the scene; null until the cut-out is there and nobody needs to look at it. */
  scene: Run.nullable(),
  /** Credits of the scene, unless it is made by now. */
  sceneCredits: z.number(),
})
export type FromPhoto = z.infer<typeof FromPhoto>

export const makeFromPhoto = endpoint({
  method: "POST",
  path: "/shelf/from-photo",
  access: "session",
  summary:
    "Begins a product with one photo: its background is taken off, one picture on white and one in a scene are made, title and text are proposed",
  body: z.object({
    /** Address of a photo of the person's own. */
    image: PlainText.min(1).max(2_000),
    /** What it is, such as "handbag", for its title; "" for nothing. */
    thing: PlainText.trim()
      .max(60, "At most 60 letters")
      .refine((text) => !/[\r\n\t]/.test(text), "One line only")
      .default(""),
    ground: ProductGround,
  }),
  status: 201,
  reply: z.object({ data: FromPhoto.extend({ productId: z.string() }) }),
})

const params = z.object({ productId: RecordId })

export const getFromPhoto = endpoint({
  method: "GET",
  path: "/shelf/products/:productId/from-photo",
  access: "session",
  summary: "How far a product is that was begun with one photo; null for any other",
  params,
  reply: z.object({ data: FromPhoto.nullable() }),
})

export const goOnFromPhoto = endpoint({
  method: "POST",
  path: "/shelf/products/:productId/from-photo",
  access: "session",
  summary: "Makes the pictures of a cut-out that was looked at since, or a scene that failed once more",
  params,
  reply: z.object({ data: FromPhoto }),
})
