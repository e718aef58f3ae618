import sharp from "sharp"

/** Sides of the tiles that are compared, in pixels of the page: about a word. */
const tilePx = 24

/** Levels (of 255) that a tile's mean may be off: another version of the browser draws edges a little differently. */
const toleratedLevels = 6
/** Largest share of tiles that may be further off than that. */
const toleratedShare = 0.004
/** Levels by which a tile is off when a button has moved or has another colour; a few tiles may be, where a letter broke. */
const plainLevels = 20
const toleratedPlain = 2

/** Share of its height that a page may have gained or lost. */
const toleratedHeight = 0.005

/** What is kept of an approved page. */
export interface Fingerprint {
  /** Of the page, in its pixels. */
  height: number
  /** A picture with one pixel for each tile, its mean colour: WebP without loss, in base64. */
  tiles: string
}

interface Tiles {
  columns: number
  rows: number
}

/** Mean colours of a page's tiles, three bytes each. */
function meansOf(shot: Buffer, { columns, rows }: Tiles): Promise<Buffer> {
  return sharp(shot).resize({ width: columns, height: rows, fit: "fill" }).removeAlpha().raw().toBuffer()
}

/** @param shot of a whole page, one pixel for each of the page */
export async function fingerprintOf(shot: Buffer): Promise<Fingerprint> {
  const { width, height } = await sharp(shot).metadata()
  const tiles = { columns: Math.ceil(width / tilePx), rows: Math.ceil(height / tilePx) }
  const raw = { width: tiles.columns, height: tiles.rows, channels: 3 } as const
  const picture = await sharp(await meansOf(shot, tiles), { raw })
    .webp({ lossless: true, effort: 6 })
    .toBuffer()
  return { height, tiles: picture.toString("base64") }
}

/**
 * Compares a page with what was approved, tile by tile.
 * @param shot of the whole page as it is
 * @returns a line for each way in which it looks unlike; none when it looks the same
 */
export async function findDifferences(shot: Buffer, approved: Fingerprint): Promise<string[]> {
  const { height } = await sharp(shot).metadata()
  if (Math.abs(height / approved.height - 1) > toleratedHeight) {
    return [`The page is ${height} px high; ${approved.height} px were approved.`]
  }
  const { data, info } = await sharp(Buffer.from(approved.tiles, "base64"))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const now = await meansOf(shot, { columns: info.width, rows: info.height })
  const count = info.width * info.height
  const levels = Array.from({ length: count }, (_, tile) =>
    Math.max(...[0, 1, 2].map((n) => Math.abs((now[tile * 3 + n] ?? 0) - (data[tile * 3 + n] ?? 0)))),
  )
  const plain = levels.flatMap((level, tile) => (level > plainLevels ? [tile] : []))
  const share = levels.filter((level) => level > toleratedLevels).length / count
  const placeOf = (tile: number): string =>
    `${(tile % info.width) * tilePx},${Math.floor(tile / info.width) * tilePx} px`
  return [
    ...(plain.length > toleratedPlain
      ? [`It differs plainly at ${plain.slice(0, 8).map(placeOf).join(" and ")}.`]
      : []),
    ...(share > toleratedShare ? [`${(share * 100).toFixed(1)} % of it differs.`] : []),
  ]
}
