/**
 * Makes product photos with exact alpha for cutout.ts:
 *   node bench/imaging/make-cutout-photos.ts <folder> [practice | held-out]
 * "held-out" (the default) is for judging; change the algorithm by looking at "practice" only. Repeatable: a case's
 * random numbers come from its number and its set.
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { takeShot } from "./photos/camera.ts"
import { plainGrounds, texturedGrounds } from "./photos/grounds.ts"
import { heldOutProducts, practiceProducts } from "./photos/products.ts"
import type { Rgb } from "./photos/shapes.ts"

const [folder, set = "held-out"] = process.argv.slice(2)
if (folder === undefined || (set !== "practice" && set !== "held-out")) {
  console.error("usage: node bench/imaging/make-cutout-photos.ts <folder> [practice | held-out]")
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

/** Product and ground of each case: every product twice, eight plain and eight textured. */
const grounds: Record<typeof set, string[]> = {
  practice: [
    "white",
    "wood",
    "grey",
    "linen",
    "teal",
    "brick",
    "white",
    "marble",
    "dusk",
    "terrazzo",
    "paper",
    "lawn",
    "dark",
    "tiles",
    "rose",
    "wood",
  ],
  "held-out": [
    "paper",
    "brick",
    "white",
    "tiles",
    "sand",
    "wood",
    "rose",
    "lawn",
    "white",
    "linen",
    "dark",
    "marble",
    "grey",
    "terrazzo",
    "dusk",
    "wood",
  ],
}

mkdirSync(folder, { recursive: true })
const products = Object.entries(set === "practice" ? practiceProducts : heldOutProducts)
for (const [n, groundName] of grounds[set].entries()) {
  const [productName, product] = products[(n * 3 + Math.floor(n / 8)) % products.length] ?? []
  const ground = plainGrounds[groundName] ?? texturedGrounds[groundName]
  if (product === undefined || ground === undefined) throw new Error(`case ${n} names nothing that exists`)
  const random = repeatableRandom(n * 7919 + (set === "practice" ? 17 : 90001))
  const pick = (): Rgb => colours[Math.floor(random() * colours.length)] ?? [0.5, 0.5, 0.5]
  const side = [640, 768, 896][n % 3] ?? 640
  const { rgb, coverage } = takeShot({
    parts: product(pick(), pick()),
    ground,
    yaw: (random() - 0.5) * 0.9,
    pitch: 0.12 + random() * 0.38,
    fill: 0.5 + random() * 0.2,
    side,
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

/** Numbers 0 to 1 that only depend on the start (mulberry32). */
function repeatableRandom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
