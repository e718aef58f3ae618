/**
 * How long a shoot takes and how true it keeps the product's colour.
 *
 * node bench/imaging/compose.ts [PHOTO PHOTO PHOTO] [--out FOLDER] [--size 1024]
 *
 * Six shots from three photos on two threads, as `planShoot` spreads them. Colour is compared on the neutral templates:
 * every solid pixel of the product in the shot with the same pixel of its cut-out.
 */
import { createHash } from "node:crypto"
import { once } from "node:events"
import { mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import sharp from "sharp"
import { placeCard } from "#imaging/compose/card.ts"
import { planShoot } from "#imaging/compose/plan.ts"
import { prepareProduct } from "#imaging/compose/product/product.ts"
import { buildSet } from "#imaging/compose/set/set.ts"
import { prepareShot } from "#imaging/compose/shot.ts"
import { findTemplate, templates } from "#imaging/compose/templates.ts"
import { removeBackground } from "#imaging/cutout/remove-background.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { drawPhases } from "#imaging/render/draw.ts"
import { decodePicture } from "#server/adapters/image-engine/local/codec.ts"
import { colourDifference, labOf } from "./colour-difference.ts"

interface Order {
  name: string
  photo: number
  template: string
  seed: number
  size: number
}

interface Result {
  order: Order
  pixels: Uint8Array
  seconds: number
  /** Median colour difference between shot and cut-out. */
  difference: number
}

if (isMainThread) await runBench()
else serveShots(workerData as Picture[])

async function runBench(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { out: { type: "string" }, size: { type: "string", default: "1024" } },
    allowPositionals: true,
  })
  const renders = join(import.meta.dirname, "renders")
  const usual = ["04-bag-color", "10-book-wood", "01-sneaker-white"].map((name) => join(renders, `${name}.webp`))
  const size = Number(values.size)
  const start = performance.now()
  const cutOuts = await Promise.all((positionals.length > 0 ? positionals : usual).map(cutOut))
  const cutSeconds = (performance.now() - start) / 1000
  const six = ["marketplace-white", "brand-tone", "launch-podium", "kitchen-counter", "night-neon", "home-linen"]
  const chosen = templates.filter(({ name }) => six.includes(name))
  const orders = planShoot(cutOuts.length, chosen, 6, 1).map((shot, i) => ({
    ...shot,
    name: `${i + 1}-${shot.template.name}`,
    template: shot.template.name,
    size,
  }))
  const results = await shootAll(cutOuts, orders, values.out)
  const seconds = (performance.now() - start) / 1000
  console.info(
    `cutting out ${cutSeconds.toFixed(1)} s; six shots of ${size} px in ${seconds.toFixed(1)} s on two threads`,
  )
  console.info(`peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`)

  const neutral = templates.filter(({ isNeutral }) => isNeutral)
  const colourOrders = neutral.flatMap((template) =>
    cutOuts.map((_, photo) => ({
      name: `${template.name} photo ${photo + 1}`,
      photo,
      template: template.name,
      seed: 1,
      size: 256,
    })),
  )
  const colours = await shootAll(cutOuts, colourOrders, undefined)
  const medians = colours.map(({ difference }) => difference).sort((a, b) => a - b)
  console.info(
    `neutral templates: median colour difference ${medianOf(medians).toFixed(2)}, worst shot ${medians.at(-1)?.toFixed(2)}`,
  )

  const again = await shootAll(cutOuts, colourOrders.slice(0, 2), undefined)
  const isSame = again.every(({ order, pixels }) => {
    const first = colours.find((one) => one.order.name === order.name)
    return first !== undefined && hashOf(first.pixels) === hashOf(pixels)
  })
  console.info(isSame ? "identical bytes when shot again" : "BYTES DIFFER WHEN SHOT AGAIN")
  console.table(
    results.map(({ order, seconds: own }) => ({ shot: order.name, photo: order.photo + 1, seconds: round(own) })),
  )
}

/** Two threads take orders in turn. */
async function shootAll(cutOuts: Picture[], orders: Order[], folder: string | undefined): Promise<Result[]> {
  const waiting = [...orders]
  const results: Result[] = []
  const threads = [0, 1].map(async () => {
    const thread = new Worker(new URL(import.meta.url), { workerData: cutOuts })
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      thread.postMessage(order)
      const [result] = (await once(thread, "message")) as [Result]
      results.push(result)
    }
    await thread.terminate()
  })
  await Promise.all(threads)
  if (folder) await mkdir(folder, { recursive: true })
  for (const { order, pixels } of folder ? results : []) {
    const raw = { width: order.size, height: order.size, channels: 3 as const }
    await sharp(pixels, { raw })
      .png()
      .toFile(join(folder ?? "", `${order.name}.png`))
  }
  return results.sort((a, b) => a.order.name.localeCompare(b.order.name))
}

function serveShots(cutOuts: Picture[]): void {
  parentPort?.on("message", (order: Order) => {
    const start = performance.now()
    const [picture, template] = [cutOuts[order.photo], findTemplate(order.template)]
    if (!picture || !template) throw new Error(`nothing to shoot for ${order.name}`)
    const request = { template, seed: order.seed, width: order.size, height: order.size }
    const prepared = prepareShot({ ...request, cutOut: picture, template: order.template, quality: "standard" })
    drawPhases(prepared)
    const shot = prepared.finish()
    const seconds = (performance.now() - start) / 1000
    const product = prepareProduct(picture)
    const difference = medianDifference(shot, placeCard(product, buildSet(product, request), request))
    parentPort?.postMessage({ order, pixels: shot.data, seconds, difference })
  })
}

function medianDifference(shot: Picture, card: ReturnType<typeof placeCard>): number {
  const { picture, left, top } = card
  const differences: number[] = []
  for (let y = 0; y < picture.height; y += 2) {
    for (let x = 0; x < picture.width; x += 2) {
      const [from, to] = [(y * picture.width + x) * 4, ((y + top) * shot.width + x + left) * 3]
      const isInside = x + left >= 0 && x + left < shot.width && y + top >= 0 && y + top < shot.height
      if (!isInside || (picture.data[from + 3] ?? 0) < 250) continue
      differences.push(colourDifference(labAt(picture, from), labAt(shot, to)))
    }
  }
  return medianOf(differences.sort((a, b) => a - b))
}

function labAt({ data }: Picture, at: number): ReturnType<typeof labOf> {
  return labOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
}

/** The product of a photo; pictures that are cut-outs already stay as they are. */
async function cutOut(file: string): Promise<Picture> {
  return removeBackground(await decodePicture(await readFile(file))).picture
}

function medianOf(sorted: number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function hashOf(pixels: Uint8Array): string {
  return createHash("sha256").update(pixels).digest("hex")
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
