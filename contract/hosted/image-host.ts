import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { bucketBytes, FileName, imagesBucketId } from "./files.ts"

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

/** Who takes a browser's pictures: this installation, or an image host that its settings name. */
export const imageHostKinds = ["own", "cloudinary"] as const
export type ImageHostKind = (typeof imageHostKinds)[number]

/** A multipart form of `file` and `upload_preset`. The cloud's and the preset's names are the caller's own. */
export const uploadImage = endpoint({
  method: "POST",
  path: "/v1_1/:cloud_name/image/upload",
  access: "session",
  summary: "Keeps a picture and says where it is",
  params: z.object({ cloud_name: z.string().regex(/^[a-zA-Z0-9_-]{1,100}$/, "Invalid cloud name") }),
  reply: HostedImage,
})

/** Permits one picture of this name and length to go straight to the outside image host (docs/product-rules.md#image-host). */
export const permitUpload = endpoint({
  method: "POST",
  path: "/image-host/uploads",
  access: "session",
  summary: "Permits one upload to the outside image host, with a signature that works for an hour",
  body: z.object({
    name: FileName,
    bytes: z
      .int("The length must be a whole number.")
      .min(1, "The file is empty.")
      .max(bucketBytes[imagesBucketId], {
        error: `At most ${bucketBytes[imagesBucketId]} bytes are taken.`,
      }),
  }),
  reply: z.object({
    data: z.object({
      id: z.string(),
      /** Where the form goes. */
      url: z.string(),
      /** What it holds besides `file`. */
      fields: z.record(z.string(), z.string()),
    }),
  }),
})

/** What the outside image host answers to an upload, as far as it proves what was uploaded. */
export const HostReceipt = z.object({
  public_id: z.string().max(200),
  version: z.int().positive(),
  format: z.string().regex(/^[a-z0-9]{2,5}$/, "Invalid format"),
  /** The host's own signature of `public_id` and `version`. */
  signature: z.string().max(128),
})
export type HostReceipt = z.infer<typeof HostReceipt>

export const takeUpload = endpoint({
  method: "POST",
  path: "/image-host/uploads/:uploadId",
  access: "session",
  summary: "Takes over a picture that the outside image host has received",
  params: z.object({ uploadId: z.string().regex(/^[0-9a-f]{20}$/, "Invalid id") }),
  body: HostReceipt,
  reply: HostedImage,
})
