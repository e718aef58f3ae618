/**
 * Makes product photos with exact alpha for cutout.ts:
 *   node bench/imaging/make-cutout-photos.ts <folder> [practice | random | held-out | fresh | unseen] [round]
 * Change the algorithm by looking at "practice" only, and at "random": products and grounds thrown together by chance, as
 * the network learned from, but others. "held-out" (the default) and "fresh" are for judging; "fresh" has
 * other kinds of products, grounds, lamps and lenses, and "unseen" others again, written after the network was trained.
 * Repeatable: a case's random numbers come from its number, its set
 * and the round (0 by default), so that a new round is a set nobody has looked at.
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { type Shot, takeShot } from "./photos/camera.ts"
import { freshPlainGrounds, freshTexturedGrounds } from "./photos/fresh-grounds.ts"
import { freshProducts } from "./photos/fresh-products.ts"
import { type Ground, plainGrounds, texturedGrounds } from "./photos/grounds.ts"
import { heldOutProducts, type Product, practiceProducts } from "./photos/products.ts"
import { repeatableRandom } from "./photos/random.ts"
import { randomPose } from "./photos/random-pose.ts"
import type { Rgb } from "./photos/shapes.ts"
import { unseenPlainGrounds, unseenTexturedGrounds } from "./photos/unseen-grounds.ts"
import { unseenProducts } from "./photos/unseen-products.ts"

const [folder, wanted = "held-out", round = "0"] = process.argv.slice(2)

/** A photo to take: everything but its size and its random numbers. */
type Pose = Omit<Shot, "side" | "random">

interface CaseSet {
  count: number
  /** Start of the random numbers. */
  start: number
  pose(n: number, random: () => number): { name: string; pose: Pose }
}

interface NamedCases {
  products: Record<string, Product>
  /** One per case. */
  grounds: string[]
  /** Whether lamps are of all sizes and lenses darken the corners. */
  isVaried: boolean
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
const allGrounds = {
  ...plainGrounds,
  ...texturedGrounds,
  ...freshPlainGrounds,
  ...freshTexturedGrounds,
  ...unseenPlainGrounds,
  ...unseenTexturedGrounds,
}

/** Product after product on these grounds, plain and textured in turn. */
function namedCases({ products, grounds, isVaried }: NamedCases): Omit<CaseSet, "start"> {
  const all = Object.entries(products)
  // steps of three come back to the first product after this many
  const cycle = all.length % 3 === 0 ? all.length / 3 : all.length
  return {
    count: grounds.length,
    pose: (n, random) => {
      const [productName, product] = all[(n * 3 + Math.floor(n / cycle)) % all.length] ?? []
      const groundName = grounds[n] ?? ""
      const ground = allGrounds[groundName]
      if (product === undefined || ground === undefined) throw new Error(`case ${n} names nothing that exists`)
      const pick = (): Rgb => colours[Math.floor(random() * colours.length)] ?? [0.5, 0.5, 0.5]
      const pose = {
        parts: product(pick(), pick()),
        ground,
        yaw: (random() - 0.5) * 0.9,
        pitch: 0.12 + random() * 0.38,
        fill: 0.5 + random() * 0.2,
        lamp: isVaried ? 0.3 + 2 * random() : 1.8,
        vignette: isVaried ? 0.35 * random() : 0,
      }
      return { name: `${productName}-${groundName}`, pose }
    },
  }
}

const sets: Record<string, CaseSet> = {
  practice: {
    ...namedCases({
      products: practiceProducts,
      grounds: words("white wood grey linen teal brick white marble dusk terrazzo paper lawn dark tiles rose wood"),
      isVaried: false,
    }),
    start: 17,
  },
  random: { count: 48, start: 52_000_001, pose: (_, random) => randomPose(random) },
  "held-out": {
    ...namedCases({
      products: heldOutProducts,
      grounds: words("paper brick white tiles sand wood rose lawn white linen dark marble grey terrazzo dusk wood"),
      isVaried: false,
    }),
    start: 90_001,
  },
  fresh: {
    ...namedCases({
      products: freshProducts,
      grounds: inTurn(freshPlainGrounds, freshTexturedGrounds),
      isVaried: true,
    }),
    start: 7_300_001,
  },
  unseen: {
    ...namedCases({
      products: unseenProducts,
      grounds: inTurn(unseenPlainGrounds, unseenTexturedGrounds),
      isVaried: true,
    }),
    start: 8_700_001,
  },
}

const set = sets[wanted]
if (folder === undefined || set === undefined || !/^\d{1,4}$/.test(round)) {
  console.error(`usage: node bench/imaging/make-cutout-photos.ts <folder> [${Object.keys(sets).join(" | ")}] [round]`)
  process.exit(2)
}

mkdirSync(folder, { recursive: true })
for (let n = 0; n < set.count; n++) {
  const random = repeatableRandom(n * 7919 + set.start + Number(round) * 1_000_003)
  const side = [640, 768, 896][n % 3] ?? 640
  const { name: about, pose } = set.pose(n, random)
  const { rgb, coverage } = takeShot({ ...pose, side, random })
  const noise = 1 + random() * 3
  for (let i = 0; i < rgb.length; i++) {
    const grain = (random() + random() + random() - 1.5) * 2 * noise
    rgb[i] = Math.max(0, Math.min(255, Math.round((rgb[i] ?? 0) + grain)))
  }
  const name = `${String(n).padStart(2, "0")}-${about}`
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

/** The names of six plain and six textured grounds, turn by turn. */
function inTurn(plain: Record<string, Ground>, textured: Record<string, Ground>): string[] {
  const others = Object.keys(textured)
  return Object.keys(plain).flatMap((name, i) => [name, others[i] ?? ""])
}

function words(line: string): string[] {
  return line.split(" ")
}
