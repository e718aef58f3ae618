import { type AspectRatio, aspectRatios } from "#contract/catalogue/aspect-ratios.ts"
import type { GenerateReply, Order } from "#contract/studio/generations.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"

/** Whether the order is still on its way. */
export function isOpen(order: Order): boolean {
  return order.status === "waiting" || order.status === "drawing"
}

/** Addresses of a reply's pictures on this origin: its `data` is one address or a list, by mode (docs/product-rules.md#reply-shape). */
export function listAddresses(data: GenerateReply["data"]): string[] {
  if (data === null) return []
  const addresses = typeof data === "string" ? [data] : data
  return addresses.map(picturePath).filter((path) => path !== "")
}

/** One picture of the canvas: what is known of it so far. */
export interface CanvasPicture {
  /** Its number on the canvas, from 0. */
  place: number
  /** Address of the finished picture. */
  url: string | undefined
  /** Address of the small picture shown until then. */
  preview: string | undefined
  /** Pixels; the shape that was asked for until the true one is known. */
  width: number
  height: number
}

/**
 * The pictures of an order in their places, finished or not.
 * @param count how many the form asks for, while there is no order
 * @param ratio shape that the form asks for, while there is no order
 */
export function layCanvas(order: Order | undefined, count: number, ratio: AspectRatio | undefined): CanvasPicture[] {
  const { width, height } = aspectRatios[order?.aspectRatio ?? ratio ?? "1:1"]
  const places = order ? order.pictures.length || order.count : count
  return Array.from({ length: places }, (_, index) => {
    const picture = order?.pictures[index]
    const preview = order?.previews[index]
    return {
      place: index,
      url: picture && picturePath(picture.url),
      preview: preview && picturePath(preview),
      width: picture?.width ?? width,
      height: picture?.height ?? height,
    }
  })
}
