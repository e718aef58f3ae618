import { type PosterLayout, type PosterSize, posterSizes } from "#contract/studio/shelf-posters.ts"
import { inkOn, textOn } from "#server/platform/pictures/contrast.ts"
import { drawText, type LaidText, layText, type TextWeight } from "#server/platform/pictures/drawn-text.ts"

/** A part of a poster, in pixels of its whole size. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** What a poster says, and in which colours, as `#rrggbb`. */
export interface PosterWords {
  layout: PosterLayout
  size: PosterSize
  name: string
  price: string
  /** "" for none. */
  shop: string
  brandColour: string
  accentColour: string
  /** Width ÷ height of a photo that fills its place; null for a product by itself, which stands in any place. */
  aspect: number | null
}

/** A poster without its picture. */
export interface PosterDrawing {
  /** Parts of an SVG below the picture, and over it. */
  under: string
  over: string
  /** Where the picture is, and the colour around one that does not fill it. */
  picture: Area
  ground: string
  /** What of the picture's place nothing lies over; a product by itself and a photo of another shape stand in it whole. */
  free: Area
  /** Whether a product without background stands on the poster's own colour. */
  isBareOnColour: boolean
}

const paper = "#ffffff"
const night = "#16131f"

/** Where the words of a status may stand: buttons and names of the app lie over the rest. */
const statusTop = 150
const statusBottom = 210

interface Sheet extends PosterWords {
  width: number
  height: number
}

/** Share of a photo's width that has to stay seen where it fills its place; else all of it is shown. */
export const leastSeen = 0.75

/** The same of its height: what stands in a photo reaches closer to its top and bottom than to its sides. */
export const leastSeenHigh = 0.94

/** How high a photo may be at a width without losing more than that of its sides; what is left over goes to the words. */
function heightFor(aspect: number | null, width: number, most: number): number {
  return aspect === null ? most : Math.min(most, Math.floor(width / aspect / leastSeen))
}

const draws: Readonly<Record<PosterLayout, (sheet: Sheet) => PosterDrawing>> = {
  band: drawBand,
  split: drawSplit,
  colour: drawColour,
  frame: drawFrame,
  price: drawPrice,
  card: drawCard,
}

/** Draws everything of a poster but its picture. All words stand on a plain colour, in an ink that can be read on it. */
export function drawPoster(words: PosterWords): PosterDrawing {
  const { width, height } = posterSizes[words.size]
  return draws[words.layout]({ ...words, width, height })
}

function rect({ left, top, width, height }: Area, fill: string, radius = 0): string {
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
}

interface Words {
  text: string
  weight?: TextWeight
  most: number
  least: number
  ink: string
  anchor?: "left" | "middle" | "right"
  /** Where it stands in its room from top to bottom, 0 to 1. */
  at?: number
}

/** Words in a room. */
function put(area: Area, { text, weight = "bold", most, least, ink, anchor = "left", at = 0 }: Words): string {
  return placed(layText({ text, weight, width: area.width, height: area.height, most, least }), area, {
    ink,
    anchor,
    at,
  })
}

function placed(
  laid: LaidText,
  { left, top, width, height }: Area,
  { ink, anchor, at }: { ink: string; anchor: "left" | "middle" | "right"; at: number },
): string {
  const x = anchor === "left" ? left : anchor === "middle" ? left + width / 2 : left + width
  return drawText(laid, { x, top: top + (height - laid.height) * at, anchor, ink })
}

/** A price on a plate of its own, as wide as it is long. */
function plate(
  price: string,
  { right, left, middle, top }: { right?: number; left?: number; middle?: number; top: number },
  { most, room, ground, ink }: { most: number; room: number; ground: string; ink: string },
): string {
  const laid = layText({ text: price, weight: "bold", width: room, height: most * 1.3, most, least: 30 })
  const padding = laid.size * 0.42
  const [width, height] = [laid.width + 2 * padding, laid.size * 1.56]
  const start = left ?? (right === undefined ? (middle ?? 0) - width / 2 : right - width)
  const words = { x: start + width / 2, top: top + (height - laid.height) / 2, anchor: "middle", ink } as const
  return rect({ left: start, top, width, height }, ground, height / 2) + drawText(laid, words)
}

/** The picture fills the sheet down to a band in the shop's colour. */
function drawBand(sheet: Sheet): PosterDrawing {
  const { width, height, brandColour, accentColour, name, price, shop, size, aspect } = sheet
  const ink = textOn(brandColour)
  const bottom = size === "story" ? statusBottom : 44
  const room = { left: 60, width: width - 120 }
  const line = shop === "" ? 0 : 58
  const lay = (larger: number) => {
    const title = layText({
      text: name,
      weight: "bold",
      width: room.width,
      height: 220 * larger,
      most: 72 * larger,
      least: 34,
    })
    const cost = layText({
      text: price,
      weight: "bold",
      width: room.width,
      height: 130 * larger,
      most: 100 * larger,
      least: 44,
    })
    return { title, cost, height: title.height + cost.height + 8 + line }
  }
  const usual = Math.ceil(44 + lay(1).height + bottom)
  const picture = { left: 0, top: 0, width, height: heightFor(aspect, width, height - usual) }
  const bandHeight = height - picture.height
  const { title, cost, height: words } = lay(Math.min(1.6, bandHeight / usual))
  const top = picture.height + 12 + (bandHeight - 12 - bottom - words) / 2
  const over = [
    rect({ left: 0, top: picture.height, width, height: bandHeight }, brandColour),
    rect({ left: 0, top: picture.height, width, height: 12 }, accentColour),
    placed(title, { ...room, top, height: title.height }, { ink, anchor: "left", at: 0 }),
    placed(
      cost,
      { ...room, top: top + 8 + title.height, height: cost.height },
      { ink: inkOn(brandColour, accentColour), anchor: "left", at: 0 },
    ),
    put(
      { ...room, top: top + 10 + title.height + cost.height, height: 56 },
      { text: shop, weight: "regular", most: Math.min(42, title.size * 0.85), least: 22, ink },
    ),
  ]
  const free = inset(picture, size === "story" ? statusTop : 0)
  return {
    under: rect({ left: 0, top: 0, width, height }, brandColour),
    over: over.join(""),
    picture,
    ground: brandColour,
    free,
    isBareOnColour: false,
  }
}

function inset({ left, top, width, height }: Area, above: number): Area {
  return { left, top: top + above, width, height: height - above }
}

/** One half is the picture, the other the words. */
function drawSplit(sheet: Sheet): PosterDrawing {
  const { width, height, brandColour, accentColour, name, price, shop, size, aspect } = sheet
  const ink = textOn(brandColour)
  const tag = { ground: accentColour, ink: textOn(accentColour) }
  const under = rect({ left: 0, top: 0, width, height }, brandColour)
  if (size === "square" && (aspect === null || aspect < 0.8)) {
    const picture = { left: 0, top: 0, width: 600, height }
    const room = { left: picture.width + 44, width: width - picture.width - 88 }
    const over = [
      put({ ...room, top: 52, height: 110 }, { text: shop, weight: "regular", most: 42, least: 24, ink }),
      shop === "" ? "" : rect({ left: room.left, top: 180, width: 96, height: 10 }, accentColour),
      put({ ...room, top: 226, height: height - 480 }, { text: name, most: 76, least: 36, ink }),
      plate(price, { left: room.left - 4, top: height - 184 }, { most: 80, room: room.width - 60, ...tag }),
    ]
    return { under, over: over.join(""), picture, ground: brandColour, free: picture, isBareOnColour: false }
  }
  const top = size === "story" ? statusTop : 52
  const least = { square: 400, portrait: 520, story: 700 }[size]
  const half = height - heightFor(aspect, width, height - least)
  const picture = { left: 0, top: half, width, height: height - half }
  const room = { left: 64, width: width - 128 }
  const tagTop = half - 66
  const over = [
    put({ ...room, top, height: 60 }, { text: shop, weight: "regular", most: 44, least: 24, ink }),
    shop === "" ? "" : rect({ left: room.left, top: top + 78, width: 120, height: 10 }, accentColour),
    put({ ...room, top: top + 112, height: tagTop - top - 136 }, { text: name, most: 104, least: 40, ink, at: 0.35 }),
    plate(price, { right: width - 56, top: tagTop }, { most: 88, room: width - 240, ...tag }),
  ]
  return { under, over: over.join(""), picture, ground: brandColour, free: inset(picture, 90), isBareOnColour: false }
}

/** The product before the shop's colour, on a disc of its second one. */
function drawColour(sheet: Sheet): PosterDrawing {
  const { width, height, brandColour, accentColour, name, price, shop, size } = sheet
  const ink = textOn(brandColour)
  const top = size === "story" ? statusTop : 48
  const bottom = size === "story" ? statusBottom : 44
  const room = { left: 64, width: width - 128 }
  const [most, nameHeight, tagSize] = size === "square" ? [68, 176, 76] : [86, 236, 96]
  const title = layText({ text: name, weight: "bold", width: room.width, height: nameHeight, most, least: 34 })
  const line = shop === "" ? 0 : 56
  const shopTop = height - bottom - line
  const tagTop = shopTop - tagSize * 1.56 - (shop === "" ? 0 : 14)
  const from = Math.round(top + title.height + 26)
  const free = { left: 90, top: from, width: width - 180, height: Math.round(tagTop - 26 - from) }
  const radius = Math.min(free.width, free.height) / 2
  const disc = `<circle cx="${width / 2}" cy="${free.top + free.height / 2}" r="${radius}" fill="${accentColour}"/>`
  const tag = { ground: accentColour, ink: textOn(accentColour) }
  const over = [
    placed(title, { ...room, top, height: title.height }, { ink, anchor: "middle", at: 0 }),
    plate(price, { middle: width / 2, top: tagTop }, { most: tagSize, room: width - 260, ...tag }),
    put(
      { ...room, top: shopTop, height: 56 },
      { text: shop, weight: "regular", most: Math.min(42, title.size * 0.85), least: 22, ink, anchor: "middle" },
    ),
  ]
  const under = rect({ left: 0, top: 0, width, height }, brandColour) + disc
  return { under, over: over.join(""), picture: free, ground: paper, free, isBareOnColour: true }
}

/** The picture in a mount with a frame in both colours, the words below it. */
function drawFrame(sheet: Sheet): PosterDrawing {
  const { width, height, brandColour, accentColour, name, price, shop, size, aspect } = sheet
  const [above, below] = size === "story" ? [statusTop - 60, statusBottom - 60] : [0, 0]
  const mount = { left: 40, top: 40 + above, width: width - 80, height: height - 80 - above - below }
  const room = { left: 96, width: width - 192 }
  const line = shop === "" ? 0 : 54
  const lay = (larger: number) => {
    const title = layText({
      text: name,
      weight: "bold",
      width: room.width,
      height: 176 * larger,
      most: 64 * larger,
      least: 32,
    })
    const cost = layText({
      text: price,
      weight: "bold",
      width: room.width,
      height: 116 * larger,
      most: 84 * larger,
      least: 40,
    })
    return { title, cost, height: title.height + cost.height + line }
  }
  const usual = Math.ceil(lay(1).height + 28 + 34)
  const pictureTop = mount.top + 44
  const most = mount.height - 44 - usual
  const picture = { left: 84, top: pictureTop, width: width - 168, height: heightFor(aspect, width - 168, most) }
  const left = mount.top + mount.height - picture.top - picture.height
  const { title, cost, height: words } = lay(Math.min(1.6, left / usual))
  const top = picture.top + picture.height + (left - words) / 2
  const edge = { left: mount.left - 12, top: mount.top - 12, width: mount.width + 24, height: mount.height + 24 }
  const over = [
    placed(title, { ...room, top, height: title.height }, { ink: night, anchor: "middle", at: 0 }),
    placed(
      cost,
      { ...room, top: top + title.height, height: cost.height },
      { ink: inkOn(paper, brandColour), anchor: "middle", at: 0 },
    ),
    put(
      { ...room, top: top + title.height + cost.height, height: 54 },
      { text: shop, weight: "regular", most: Math.min(40, title.size * 0.85), least: 22, ink: night, anchor: "middle" },
    ),
  ]
  return {
    under: rect({ left: 0, top: 0, width, height }, brandColour) + rect(edge, accentColour) + rect(mount, paper),
    over: over.join(""),
    picture,
    ground: paper,
    free: picture,
    isBareOnColour: false,
  }
}

/** The price as large as the sheet is wide. */
function drawPrice(sheet: Sheet): PosterDrawing {
  const { width, height, brandColour, accentColour, name, price, shop, size, aspect } = sheet
  const top = size === "story" ? statusTop - 30 : 0
  const bottom = size === "story" ? statusBottom : 36
  const room = { left: 56, width: width - 112 }
  const cost = layText({
    text: price,
    weight: "bold",
    width: room.width,
    height: { square: 250, portrait: 330, story: 400 }[size],
    most: 300,
    least: 60,
  })
  const ink = textOn(brandColour)
  const line = shop === "" ? 0 : 56
  const title = layText({ text: name, weight: "bold", width: room.width, height: 160, most: 60, least: 32 })
  const footHeight = Math.ceil(30 + title.height + line + bottom)
  const foot = height - footHeight
  const usual = Math.ceil(top + cost.height + 16)
  const head = foot - heightFor(aspect, width, foot - usual)
  const picture = { left: 0, top: head, width, height: foot - head }
  const over = [
    placed(
      cost,
      { ...room, top: top + 4, height: head - top - 8 },
      { ink: inkOn(accentColour, brandColour), anchor: "middle", at: 0.5 },
    ),
    placed(title, { ...room, top: foot + 28, height: title.height }, { ink, anchor: "middle", at: 0 }),
    put(
      { ...room, top: foot + 30 + title.height, height: 56 },
      { text: shop, weight: "regular", most: Math.min(42, title.size * 0.85), least: 22, ink, anchor: "middle" },
    ),
  ]
  const under =
    rect({ left: 0, top: 0, width, height: head }, accentColour) +
    rect({ left: 0, top: foot, width, height: footHeight }, brandColour)
  return { under, over: over.join(""), picture, ground: brandColour, free: picture, isBareOnColour: false }
}

/** The words lie on a card below the picture, the price on a plate that joins both. */
function drawCard(sheet: Sheet): PosterDrawing {
  const { width, height, brandColour, accentColour, name, price, shop, size, aspect } = sheet
  const bottom = size === "story" ? statusBottom : 48
  const room = { left: 96, width: width - 192 }
  const title = layText({ text: name, weight: "bold", width: room.width, height: 176, most: 64, least: 32 })
  const line = shop === "" ? 0 : 56
  const most = size === "square" ? 80 : 100
  const plateHeight = most * 1.56
  const cardHeight = Math.ceil(plateHeight / 2 + 14 + title.height + line + 34)
  const card = { left: 48, top: height - bottom - cardHeight, width: width - 96, height: cardHeight }
  const titleTop = card.top + plateHeight / 2 + 14
  const edge = { left: card.left - 8, top: card.top - 8, width: card.width + 16, height: card.height + 16 }
  const tag = { ground: accentColour, ink: textOn(accentColour) }
  const over = [
    rect(edge, brandColour, 40),
    rect(card, paper, 32),
    plate(price, { left: room.left - 12, top: card.top - plateHeight / 2 }, { most, room: width - 300, ...tag }),
    placed(title, { ...room, top: titleTop, height: title.height }, { ink: night, anchor: "left", at: 0 }),
    put(
      { ...room, top: titleTop + title.height + 4, height: 52 },
      { text: shop, weight: "regular", most: Math.min(40, title.size * 0.85), least: 22, ink: night },
    ),
  ]
  const roomAbove = Math.floor(card.top - plateHeight / 2 - 24)
  const above = size === "story" ? statusTop : 30
  const free = { left: 0, top: above, width, height: roomAbove - above }
  const under = rect({ left: 0, top: 0, width, height }, brandColour)
  const drawn = { under, over: over.join(""), ground: brandColour, isBareOnColour: false }
  if (aspect === null) return { ...drawn, picture: { left: 0, top: 0, width, height }, free }
  const seen = heightFor(aspect, width, roomAbove)
  const picture = { left: 0, top: Math.round((roomAbove - seen) / 2), width, height: seen }
  return { ...drawn, picture, free: picture }
}
