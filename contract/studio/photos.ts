import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { maxPhotoSide } from "#contract/hosted/picture-kinds.ts"
import { messages } from "#contract/messages.ts"
import { PlainText } from "#contract/primitives.ts"
import { OrderAlbum, Run } from "./runs.ts"

/** Largest photo taken as a data address, in bytes; larger ones are uploaded first. */
export const maxDataPhotoBytes = 10_000_000

/** Longest body with such an address, in bytes: it is a third longer than the photo. */
export const photoBodyBytes = Math.ceil((maxDataPhotoBytes * 4) / 3) + 16_384

/** How many times larger on each side a photo can become. */
export const enlargementFactors = [2, 4] as const

interface Sides {
  width: number
  height: number
}

/**
 * Why a photo cannot become so much larger: what comes of it has to be kept.
 * @param maxPixels largest result, in pixels
 * @returns null when it can
 */
export function refuseEnlargement({ width, height }: Sides, factor: number, maxPixels: number): string | null {
  const fits = (times: number): boolean =>
    width * height * times ** 2 <= maxPixels && Math.max(width, height) * times <= maxPhotoSide
  if (fits(factor)) return null
  const limit =
    width * height * factor ** 2 > maxPixels
      ? `more than ${maxPixels / 1_000_000} megapixels`
      : `a side of more than ${maxPhotoSide} pixels`
  const way = factor > 2 && fits(2) ? "Twice the size is possible." : "The photo is large enough as it is."
  return `The result would have ${limit}. ${way}`
}

/**
 * The photo: the address of a file of one's own, of a picture one may see, or a data address. Exactly one.
 */
const Image = z.string(messages.imageMissing).pipe(PlainText.min(1, messages.imageMissing).max(photoBodyBytes))

export const UpscaleBody = z.object({
  image: Image,
  /** 2 unless told. */
  factor: z.union([z.literal(2), z.literal(4)]).optional(),
  is_public: z.boolean().optional(),
  album: OrderAlbum,
})
export type UpscaleBody = z.infer<typeof UpscaleBody>

export const CutOutBody = z.object({ image: Image, is_public: z.boolean().optional(), album: OrderAlbum })
export type CutOutBody = z.infer<typeof CutOutBody>

export const DescribeBody = z.object({ image: Image })
export type DescribeBody = z.infer<typeof DescribeBody>

/** What became of a description; `result` of its run. */
export const DescriptionResult = z.object({ text: z.string() })

const MadePicture = z.object({ id: z.string(), url: z.string(), width: z.number(), height: z.number() })

/** What became of a photo; `result` of its run. */
export const PhotoResult = z.object({
  /** The picture that was made; null when it was deleted since. */
  picture: MadePicture.nullable(),
  /** The cut-out that was made on the way to it, a picture of its own; null when there was none or it was deleted since. */
  cutOut: MadePicture.nullable().default(null),
  /** The photo as it was; null for one that was sent as a data address. */
  sourceUrl: z.string().nullable(),
  sourceWidth: z.number(),
  sourceHeight: z.number(),
  /** False: the outline deserves a look. */
  isSure: z.boolean(),
  /** Whether nobody needs to look any more: the engine was sure of all that it was made of, or its owner looked, chose or mended. */
  isSettled: z.boolean().default(true),
  /** The cut-out that deserves that look: the picture itself, or what it was made of; null also where it lies in the trash. */
  toLookAt: MadePicture.nullable().default(null),
  /** True: the cut-out was not sure, so that its set waits until somebody looked, and is not paid. */
  isWaiting: z.boolean().default(false),
})
export type PhotoResult = z.infer<typeof PhotoResult>

/** `data` is the result's address; after the waiting time the status is 202, `data` is null and `job` names the run. */
export const PhotoReply = z.object({ message: z.string(), data: z.string().nullable(), job: Run })
export type PhotoReply = z.infer<typeof PhotoReply>

export const upscalePhoto = endpoint({
  method: "POST",
  path: "/image-upscaler",
  access: "session",
  summary: "Makes a photo two or four times as large",
  body: UpscaleBody,
  reply: PhotoReply,
})

export const removeBackground = endpoint({
  method: "POST",
  path: "/background-remover",
  access: "session",
  summary: "Leaves of a photo only what it is about",
  body: CutOutBody,
  reply: PhotoReply,
})

/** `data` is the prompt. */
export const describePhoto = endpoint({
  method: "POST",
  path: "/image-to-prompt",
  access: "session",
  summary: "Says in words what a picture shows, to draw it again",
  body: DescribeBody,
  reply: PhotoReply,
})
