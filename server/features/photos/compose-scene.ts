import sharp from "sharp"
import type { SceneGround, SceneLayout } from "#contract/product/scenes.ts"
import { type Box, findOpaqueBox, readUpright } from "#server/media/product-box.ts"
import { refuse } from "./source.ts"

/**
 * Puts a cut-out in the middle of a ground of colour, with the shadow of where it touches the floor. Kept as PNG, so that
 * the product's own pixels stay as they are.
 * @throws AppError `general_argument_invalid` for a picture that is no cut-out
 */
export async function composeScene(
  cutOut: Uint8Array,
  mimeType: string,
  ground: Exclude<SceneGround, { kind: "set" }>,
  layout: SceneLayout,
): Promise<Buffer> {
  const { width, height, padding, productHeight, hasShadow } = layout
  const { image, box } = await readCutOut(cutOut, mimeType)
  const room = {
    width: Math.max(1, Math.floor(width * (1 - padding / 50))),
    height: Math.max(1, Math.floor(height * Math.min(1 - padding / 50, (productHeight ?? 100) / 100))),
  }
  const product = await sharp(image)
    .extract(box)
    .resize(room.width, room.height, { fit: "inside" })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const left = Math.round((width - product.info.width) / 2)
  const top = Math.round((height - product.info.height) / 2)
  const layers = [{ input: product.data, left, top }]
  const behind = Buffer.from(groundSvg(ground, width, height))
  const shadow = hasShadow
    ? [{ input: Buffer.from(shadowSvg(width, height, { left, top, ...product.info })), left: 0, top: 0 }]
    : []
  return sharp(behind)
    .composite([...shadow, ...layers])
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer()
}

async function readCutOut(bytes: Uint8Array, mimeType: string): Promise<{ image: Buffer; box: Box }> {
  const { image, isCutOut } = await readUpright(bytes, mimeType)
  if (!isCutOut) throw refuse("Remove the background of this picture first.")
  const box = await findOpaqueBox(image)
  if (!box) throw refuse("There is nothing in this picture.")
  return { image, box }
}

function groundSvg(ground: Exclude<SceneGround, { kind: "set" }>, width: number, height: number): string {
  const [from, to] = ground.kind === "colour" ? [ground.colour, ground.colour] : [ground.from, ground.to]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`
}

/** A soft dark ellipse where the product stands. */
function shadowSvg(width: number, height: number, { left, top, width: w, height: h }: Box): string {
  const flat = Math.max(4, Math.round(Math.min(w, h) * 0.05))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="s"><stop offset="0.55" stop-color="#000" stop-opacity="0.34"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="${left + w / 2}" cy="${top + h - flat * 0.3}" rx="${w * 0.56}" ry="${flat * 1.6}" fill="url(#s)"/></svg>`
}
