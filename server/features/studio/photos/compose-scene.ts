import sharp from "sharp"
import type { SceneGround, SceneLayout } from "#contract/studio/scenes.ts"
import { type Box, findOpaqueBox, readUpright } from "#server/media/product-box.ts"
import { refuse } from "./source.ts"

/** What a product is put before. */
export type ComposedGround =
  | Extract<SceneGround, { kind: "colour" | "gradient" }>
  | { kind: "picture"; file: Uint8Array; mimeType: string }

interface Size {
  width: number
  height: number
}

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
async function fitProduct(
  image: Buffer,
  box: Box,
  { width, height, padding, productHeight }: SceneLayout,
): Promise<Fitted> {
  const room = {
    width: Math.max(1, Math.floor(width * (1 - padding / 50))),
    height: Math.max(1, Math.floor(height * Math.min(1 - padding / 50, (productHeight ?? 100) / 100))),
  }
  const { data, info } = await sharp(image)
    .extract(box)
    .resize(room.width, room.height, { fit: "inside" })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const left = Math.round((width - info.width) / 2)
  const top = Math.round((height - info.height) / 2)
  return { image: data, box: { left, top, width: info.width, height: info.height } }
}

/** All of the cut-out, as it is unless it is too large. */
async function fitWhole(image: Buffer, { width, height }: Size): Promise<Fitted> {
  const fitted = await sharp(image).resize(width, height).png({ compressionLevel: 1 }).toBuffer()
  return { image: fitted, box: { left: 0, top: 0, width, height } }
}

async function makeGround(ground: ComposedGround, size: Size): Promise<Buffer> {
  if (ground.kind !== "picture") return Buffer.from(groundSvg(ground, size))
  const { image } = await readUpright(ground.file, ground.mimeType)
  return sharp(image)
    .flatten({ background: "#ffffff" })
    .resize(size.width, size.height, { fit: "cover" })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

function groundSvg(ground: Exclude<ComposedGround, { kind: "picture" }>, { width, height }: Size): string {
  const [from, to] = ground.kind === "colour" ? [ground.colour, ground.colour] : [ground.from, ground.to]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`
}

/** A soft dark ellipse where the product stands. */
function shadowSvg({ width, height }: Size, { left, top, width: w, height: h }: Box): string {
  const flat = Math.max(4, Math.round(Math.min(w, h) * 0.05))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="s"><stop offset="0.55" stop-color="#000" stop-opacity="0.34"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="${left + w / 2}" cy="${top + h - flat * 0.3}" rx="${w * 0.56}" ry="${flat * 1.6}" fill="url(#s)"/></svg>`
}
