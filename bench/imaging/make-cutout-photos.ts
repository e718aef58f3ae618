/**
 * Makes product photos with exact alpha for cutout.ts:
 *   node bench/imaging/make-cutout-photos.ts <folder> [practice | held-out | fresh] [round]
 * Change the algorithm by looking at "practice" only. "held-out" (the default) and "fresh" are for judging; "fresh" has
 * other kinds of products, grounds, lamps and lenses. Repeatable: a case's random numbers come from its number, its set
 * and the round (0 by default), so that a new round is a set nobody has looked at.
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { takeShot } from "./photos/camera.ts"
import { freshPlainGrounds, freshTexturedGrounds } from "./photos/fresh-grounds.ts"
import { freshProducts } from "./photos/fresh-products.ts"
import { plainGrounds, texturedGrounds } from "./photos/grounds.ts"
import { heldOutProducts, type Product, practiceProducts } from "./photos/products.ts"
import { repeatableRandom } from "./photos/random.ts"
import type { Rgb } from "./photos/shapes.ts"

const [folder, wanted = "held-out", round = "0"] = process.argv.slice(2)

interface CaseSet {
  products: Record<string, Product>
  /** One per case. */
  grounds: string[]
  /** Start of the random numbers. */
  start: number
  /** Whether lamps are of all sizes and lenses darken the corners. */
  isVaried: boolean
}

/** Product after product on these grounds, plain and textured in turn. */
const sets: Record<string, CaseSet> = {
  practice: {
    products: practiceProducts,
    grounds: words("white wood grey linen teal brick white marble dusk terrazzo paper lawn dark tiles rose wood"),
    start: 17,
    isVaried: false,
  },
  "held-out": {
    products: heldOutProducts,
    grounds: words("paper brick white tiles sand wood rose lawn white linen dark marble grey terrazzo dusk wood"),
    start: 90_001,
    isVaried: false,
  },
  fresh: {
    products: freshProducts,
    grounds: [...Object.keys(freshPlainGrounds), ...Object.keys(freshTexturedGrounds)].flatMap((_, i, all) =>
      i < 6 ? [all[i] ?? "", all[i + 6] ?? ""] : [],
    ),
    start: 7_300_001,
    isVaried: true,
  },
}

const set = sets[wanted]
if (folder === undefined || set === undefined || !/^\d{1,4}$/.test(round)) {
  console.error(`usage: node bench/imaging/make-cutout-photos.ts <folder> [${Object.keys(sets).join(" | ")}] [round]`)
  process.exit(2)
}

const colours: Rgb[] = [
  [0.6, 0.08, 0.05],
  [0.05, 0.12, 0.4],
  [0.85, 0.84, 0.82],
  [0.03, 0.03, 0.035],
  [0.7, 0.42, 0.05],
  [0.06, 0.25, 0.1],
  [0.35, 0.18, 0.08],
  [0.55, 0.5, 0.6],
]

mkdirSync(folder, { recursive: true })
const products = Object.entries(set.products)
// steps of three come back to the first product after this many
const cycle = products.length % 3 === 0 ? products.length / 3 : products.length
const allGrounds = { ...plainGrounds, ...texturedGrounds, ...freshPlainGrounds, ...freshTexturedGrounds }
for (const [n, groundName] of set.grounds.entries()) {
  const [productName, product] = products[(n * 3 + Math.floor(n / cycle)) % products.length] ?? []
  const ground = allGrounds[groundName]
  if (product === undefined || ground === undefined) throw new Error(`case ${n} names nothing that exists`)
  const random = repeatableRandom(n * 7919 + set.start + Number(round) * 1_000_003)
  const pick = (): Rgb => colours[Math.floor(random() * colours.length)] ?? [0.5, 0.5, 0.5]
  const side = [640, 768, 896][n % 3] ?? 640
  const { rgb, coverage } = takeShot({
    parts: product(pick(), pick()),
    ground,
    yaw: (random() - 0.5) * 0.9,
    pitch: 0.12 + random() * 0.38,
    fill: 0.5 + random() * 0.2,
    side,
    lamp: set.isVaried ? 0.3 + 2 * random() : 1.8,
    vignette: set.isVaried ? 0.35 * random() : 0,
    random,
  })
  const noise = 1 + random() * 3
  for (let i = 0; i < rgb.length; i++) {
    const grain = (random() + random() + random() - 1.5) * 2 * noise
    rgb[i] = Math.max(0, Math.min(255, Math.round((rgb[i] ?? 0) + grain)))
  }
  const name = `${String(n).padStart(2, "0")}-${productName}-${groundName}`
  const quality = 75 + Math.floor(random() * 18)
  await sharp(rgb, { raw: { width: side, height: side, channels: 3 } })
    .blur(0.5)
    .jpeg({ quality })
    .toFile(join(folder, `${name}.jpg`))
  await sharp(coverage, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toFile(join(folder, `${name}.alpha.png`))
  console.log(name)
}

function words(line: string): string[] {
  return line.split(" ")
}
