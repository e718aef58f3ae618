/** In pixels. */
export interface Size {
  width: number
  height: number
}

/** A part of a picture, in pixels. */
export interface Place extends Size {
  left: number
  top: number
}

/** How a product stands before a plain ground. */
export interface PlainLayout extends Size {
  /** Least room around the product, in percent of each side. */
  padding: number
  /** Height of the product in percent of the scene; as large as the padding allows when absent. */
  productHeight?: number | undefined
}

/** From top to bottom, as #rrggbb. */
export interface PlainGround {
  from: string
  to: string
}

/** The largest size of a shape that fits a room; a thread keeps a pixel of its width. */
export function fitInside({ width, height }: Size, room: Size): Size {
  const scale = Math.min(room.width / width, room.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Puts something in the middle of a frame. */
function inMiddle({ width, height }: Size, frame: Size): Place {
  return { left: Math.round((frame.width - width) / 2), top: Math.round((frame.height - height) / 2), width, height }
}

/** Where a product stands: in the middle, as large as the padding and its height allow. @param product its own size */
export function placeProduct(product: Size, { width, height, padding, productHeight }: PlainLayout): Place {
  const share = 1 - padding / 50
  const room = {
    width: Math.max(1, Math.floor(width * share)),
    height: Math.max(1, Math.floor(height * Math.min(share, (productHeight ?? 100) / 100))),
  }
  return inMiddle(fitInside(product, room), { width, height })
}

/** What a place asks of a product that stands alone. */
interface PlaceRoom extends Size {
  /** Share of the frame that the product may take; 0.9 when absent. */
  fill?: number | undefined
  /** Height in the middle that is always seen, in pixels. */
  safeHeight?: number | undefined
}

/** Where a product that stands alone is put in a marketplace's frame. @param product its own size */
export function placeForExport(product: Size, { width, height, fill = 0.9, safeHeight = height }: PlaceRoom): Place {
  const room = { width: Math.round(width * fill), height: Math.round(safeHeight * fill) }
  return inMiddle(fitInside(product, room), { width, height })
}

/** The ground, as an SVG document: what makes a scene and what shows it beforehand draw the same. */
export function groundSvg({ from, to }: PlainGround, { width, height }: Size): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`
}

/** A soft dark ellipse where the product stands, as an SVG document. */
export function shadowSvg({ width, height }: Size, { left, top, width: w, height: h }: Place): string {
  const flat = Math.max(4, Math.round(Math.min(w, h) * 0.05))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="s"><stop offset="0.55" stop-color="#000" stop-opacity="0.34"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="${left + w / 2}" cy="${top + h - flat * 0.3}" rx="${w * 0.56}" ry="${flat * 1.6}" fill="url(#s)"/></svg>`
}
