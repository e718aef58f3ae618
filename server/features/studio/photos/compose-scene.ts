import sharp from "sharp"
import { groundSvg, placeProduct, type Size, shadowSvg } from "#contract/studio/plain-scene.ts"
import type { SceneGround, SceneLayout } from "#contract/studio/scenes.ts"
import { type Box, findOpaqueBox, readUpright } from "#server/media/product-box.ts"
import { refuse } from "./source.ts"

/** What a product is put before. */
export type ComposedGround =
  | Extract<SceneGround, { kind: "colour" | "gradient" }>
  | { kind: "picture"; file: Uint8Array; mimeType: string }

/** Longest side of a scene in the cut-out's own frame, in pixels: bounds the time and the file. */
const longestOwnSide = 4_096

/**
 * Puts a cut-out before a ground, with the shadow of where it touches the floor: in the middle, or where it is in its own
 * picture. Kept as PNG, so that the product's own pixels stay as they are, without any file's metadata.
 * @throws AppError `general_argument_invalid` for a picture that is no cut-out
 */
export async function composeScene(
  cutOut: Uint8Array,
  mimeType: string,
  ground: ComposedGround,
  layout: SceneLayout,
): Promise<Buffer> {
  const { image, box, size: own } = await readCutOut(cutOut, mimeType)
  const isOwn = layout.frame === "own"
  const size = sceneSize(layout, own)
  const product = isOwn ? await fitWhole(image, size) : await fitProduct(image, box, layout)
  const shadow =
    layout.hasShadow && !isOwn ? [{ input: Buffer.from(shadowSvg(size, product.box)), left: 0, top: 0 }] : []
  return sharp(await makeGround(ground, size))
    .composite([...shadow, { input: product.image, left: product.box.left, top: product.box.top }])
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** How large a scene becomes, in pixels. @param own size of the cut-out; a thread of a picture keeps a pixel of its width */
export function sceneSize(layout: SceneLayout, { width, height }: Size): Size {
  if (layout.frame !== "own") return { width: layout.width, height: layout.height }
  const scale = Math.min(1, longestOwnSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function readCutOut(bytes: Uint8Array, mimeType: string): Promise<{ image: Buffer; box: Box; size: Size }> {
  const { image, isCutOut, width, height } = await readUpright(bytes, mimeType)
  if (!isCutOut) throw refuse("Remove the background of this picture first.")
  const box = await findOpaqueBox(image)
  if (!box) throw refuse("There is nothing in this picture.")
  return { image, box, size: { width, height } }
}

interface Fitted {
  image: Buffer
  box: Box
}

/** The product in the middle, as large as the padding and its height allow. */
async function fitProduct(image: Buffer, box: Box, layout: SceneLayout): Promise<Fitted> {
  const place = placeProduct(box, layout)
  const fitted = await sharp(image)
    .extract(box)
    .resize(place.width, place.height, { fit: "fill" })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { image: fitted, box: place }
}

/** All of the cut-out, as it is unless it is too large. */
async function fitWhole(image: Buffer, { width, height }: Size): Promise<Fitted> {
  const fitted = await sharp(image).resize(width, height).png({ compressionLevel: 1 }).toBuffer()
  return { image: fitted, box: { left: 0, top: 0, width, height } }
}

async function makeGround(ground: ComposedGround, size: Size): Promise<Buffer> {
  if (ground.kind !== "picture") {
    const { from, to } = ground.kind === "colour" ? { from: ground.colour, to: ground.colour } : ground
    return Buffer.from(groundSvg({ from, to }, size))
  }
  const { image } = await readUpright(ground.file, ground.mimeType)
  return sharp(image)
    .flatten({ background: "#ffffff" })
    .resize(size.width, size.height, { fit: "cover" })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
