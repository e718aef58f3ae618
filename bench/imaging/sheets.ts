/**
 * Draws the contact sheets of docs/imaging/:
 *   node bench/imaging/sheets.ts NAME… [--photos FOLDER] [--out FOLDER]
 * NAME: subjects, settings, styles, shoots, enlargements, cut-outs (which needs --photos). Nothing is picked: every tile
 * is the first picture of seed 1.
 */
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import sharp, { type OverlayOptions } from "sharp"
import { templates } from "#imaging/compose/set/templates.ts"
import { prepareShot } from "#imaging/compose/shot.ts"
import { removeBackground } from "#imaging/cutout/remove-background.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { drawPhases, drawPicture, type PictureStyle } from "#imaging/render/draw.ts"
import { resample } from "#imaging/upscale/resample.ts"
import { upscale } from "#imaging/upscale/upscale.ts"
import { decodePicture } from "#server/adapters/image-engine/local/codec.ts"
import { encodePicture } from "#server/adapters/image-engine/local/encode.ts"
import { loadOutlineNetwork } from "#server/adapters/image-engine/local/models/outline-network.ts"
import { loadDoubler } from "#server/adapters/image-engine/local/models/stored-doubler.ts"
import { settingPrompts, stylePrompts, styles, subjectPrompts } from "./sheet-prompts.ts"

const side = 256
const network = await loadOutlineNetwork()
const renders = join(import.meta.dirname, "renders")
const { values, positionals } = parseArgs({
  options: { photos: { type: "string" }, out: { type: "string", default: "docs/imaging" } },
  allowPositionals: true,
})

interface Drawer {
  columns: number
  tiles: () => AsyncGenerator<Picture> | Generator<Picture>
}

const sheets: Readonly<Record<string, Drawer>> = {
  subjects: { columns: 8, tiles: () => drawn(subjectPrompts, ["plain"]) },
  settings: { columns: 5, tiles: () => drawn(settingPrompts, ["plain"]) },
  styles: { columns: 4, tiles: () => drawn(stylePrompts, styles) },
  shoots: { columns: 5, tiles: shots },
  enlargements: { columns: 3, tiles: enlargements },
  "cut-outs": { columns: 8, tiles: cutOuts },
}

for (const name of positionals) {
  const sheet = sheets[name]
  if (!sheet) throw new Error(`There is no sheet ${name}; there are ${Object.keys(sheets).join(", ")}.`)
  await store(name, sheet)
}

function* drawn(prompts: readonly string[], inStyles: readonly PictureStyle[]): Generator<Picture> {
  for (const style of inStyles) {
    for (const prompt of prompts) {
      const request = { prompt, style, seed: 1, width: side, height: side, quality: "standard" as const }
      const { pixels, reading } = drawPicture(request)
      if (reading.ignored.length > 0) console.info(`${prompt}: passed over ${reading.ignored.join(", ")}`)
      yield { width: side, height: side, channels: 3, data: pixels }
    }
  }
}

async function* shots(): AsyncGenerator<Picture> {
  const cutOutPhotos = await Promise.all(
    ["04-bag-color", "10-book-wood", "01-sneaker-white"].map(
      async (name) => removeBackground(await read(join(renders, `${name}.webp`)), network).picture,
    ),
  )
  for (const [i, { name }] of templates.entries()) {
    const cutOut = cutOutPhotos[i % cutOutPhotos.length]
    if (!cutOut) continue
    const order = { template: name, quality: "standard", seed: 1, width: side, height: side, cutOut } as const
    const shot = prepareShot(order)
    drawPhases(shot)
    yield { width: side, height: side, channels: 3, data: shot.film.output }
  }
}

/** A detail ×4: by bicubic, by us, and as it was before it was made small. */
async function* enlargements(): AsyncGenerator<Picture> {
  for (const name of ["01-sneaker-white", "07-headphones-color", "13-glasses-white", "10-book-wood"]) {
    const truth = await read(join(renders, `${name}.webp`))
    const small = resample(truth, truth.width / 4, truth.height / 4)
    const ways = [
      resample(small, small.width * 4, small.height * 4),
      upscale(small, 4, { quality: 100, network: loadDoubler() }),
      truth,
    ]
    for (const picture of ways) yield crop(picture, (truth.width - side) / 2, (truth.height - side) / 2)
  }
}

async function* cutOuts(): AsyncGenerator<Picture> {
  if (values.photos === undefined) throw new Error("cut-outs need --photos FOLDER")
  for (const file of (await readdir(values.photos)).sort()) {
    if (!/\.(jpe?g|webp)$/.test(file)) continue
    const photo = await read(join(values.photos, file))
    const { picture, confidence, isSure } = removeBackground(photo, network)
    console.info(`${file}: confidence ${confidence.toFixed(2)}${isSure ? "" : ", unsure"}`)
    yield await toTile(photo)
    yield await toTile(picture)
  }
}

async function read(file: string): Promise<Picture> {
  return decodePicture(await readFile(file))
}

function crop(picture: Picture, x: number, y: number): Picture {
  const data = new Uint8Array(side * side * 3)
  for (let row = 0; row < side; row++) {
    const from = ((Math.floor(y) + row) * picture.width + Math.floor(x)) * 3
    data.set(picture.data.subarray(from, from + side * 3), row * side * 3)
  }
  return { width: side, height: side, channels: 3, data }
}

/** Fitted into a square; a checkerboard shows through what is transparent. */
async function toTile(picture: Picture): Promise<Picture> {
  const fitted = await sharp(await encodePicture(picture, "png", "altered"))
    .resize(side, side, { fit: "contain", background: "#fff" })
    .png()
    .toBuffer()
  const board = new Uint8Array(side * side * 3).map((_, i) => {
    const p = Math.floor(i / 3)
    return (((p % side) >> 4) + (Math.floor(p / side) >> 4)) % 2 === 0 ? 220 : 165
  })
  const raw = { width: side, height: side, channels: 3 as const }
  return decodePicture(
    await sharp(board, { raw })
      .composite([{ input: fitted }])
      .png()
      .toBuffer(),
  )
}

/** Lays tiles out and stores them in the best quality that stays below 300 kB. */
async function store(name: string, { columns, tiles }: Drawer): Promise<void> {
  const inputs: OverlayOptions[] = []
  for await (const { width, height, channels, data } of tiles()) {
    const left = (inputs.length % columns) * (side + 4)
    const top = Math.floor(inputs.length / columns) * (side + 4)
    inputs.push({ input: Buffer.from(data), raw: { width, height, channels }, left, top })
  }
  const [width, rows] = [Math.min(columns, inputs.length) * (side + 4) - 4, Math.ceil(inputs.length / columns)]
  const sheet = sharp({ create: { width, height: rows * (side + 4) - 4, channels: 3, background: "#fff" } })
  const pixels = await sheet.composite(inputs).png().toBuffer()
  for (let quality = 84; ; quality -= 6) {
    const file = await sharp(pixels).webp({ quality, effort: 5 }).toBuffer()
    if (file.length > 295_000 && quality > 30) continue
    await writeFile(join(values.out, `${name}.webp`), file)
    console.info(`${name}.webp: ${inputs.length} tiles, quality ${quality}, ${Math.round(file.length / 1000)} kB`)
    return
  }
}
