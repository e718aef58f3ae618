import { z } from "zod"

export const gravities = [
  "center",
  "top-left",
  "top",
  "top-right",
  "left",
  "right",
  "bottom-left",
  "bottom",
  "bottom-right",
  "auto",
] as const

export const previewOutputs = ["jpg", "jpeg", "png", "gif", "webp", "avif"] as const
export type PreviewOutput = (typeof previewOutputs)[number]

/** Largest side of a preview, in pixels (docs/hosted-backend.md#previews). */
export const maxPreviewSide = 4_000

/** Sent by URL builders for what was left out. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional())
}

function whole(low: number, high: number) {
  return optional(
    z
      .string()
      .regex(/^-?\d{1,5}$/, `Value must be a whole number from ${low} to ${high}`)
      .transform(Number)
      .pipe(z.number().min(low).max(high)),
  )
}

const Colour = optional(z.string().regex(/^(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, "Value must be a hex colour"))

/** How a preview is asked for (docs/hosted-backend.md#previews); what else is in the address does not matter. */
export const PreviewQuery = z.object({
  width: whole(0, maxPreviewSide),
  height: whole(0, maxPreviewSide),
  gravity: optional(z.enum(gravities)),
  /** -1 keeps the encoder's own choice. */
  quality: whole(-1, 100),
  borderWidth: whole(0, 100),
  borderColor: Colour,
  borderRadius: whole(0, maxPreviewSide),
  opacity: optional(
    z
      .string()
      .regex(/^(?:\d{1,3}(?:\.\d{0,9})?|\.\d{1,9})$/, "Value must be a number from 0 to 1")
      .transform(Number)
      .pipe(z.number().min(0).max(1)),
  ),
  rotation: whole(-360, 360),
  background: Colour,
  output: optional(z.enum(previewOutputs)),
})
export type PreviewQuery = z.infer<typeof PreviewQuery>
