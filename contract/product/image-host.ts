import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"

/** What the image host answers (docs/product-rules.md#calls). */
export const HostedImage = z
  .object({
    public_id: z.string(),
    secure_url: z.string(),
    url: z.string(),
    width: z.number(),
    height: z.number(),
    bytes: z.number(),
    format: z.string(),
    resource_type: z.literal("image"),
    created_at: z.string(),
    original_filename: z.string(),
  })
  .meta({ id: "HostedImage" })
export type HostedImage = z.infer<typeof HostedImage>

/** A multipart form of `file` and `upload_preset`. The cloud's and the preset's names are the caller's own. */
export const uploadImage = endpoint({
  method: "POST",
  path: "/v1_1/:cloud_name/image/upload",
  access: "session",
  summary: "Keeps a picture and says where it is",
  params: z.object({ cloud_name: z.string().regex(/^[a-zA-Z0-9_-]{1,100}$/, "Invalid cloud name") }),
  reply: HostedImage,
})
