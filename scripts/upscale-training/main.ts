/**
 * Trains the filters of imaging/upscale from a folder of pictures of our own and writes imaging/upscale/filters.ts.
 * Takes under a minute. Pictures whose names are in bench/imaging/renders are left out: they measure the result.
 *
 * node scripts/upscale-training/main.ts FOLDER
 */
import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Picture } from "#imaging/pixels/picture.ts"
import { filterReach } from "#imaging/upscale/classes.ts"
import { doublePlane } from "#imaging/upscale/double.ts"
import { packWeights, unfoldFilters } from "#imaging/upscale/filter-set.ts"
import { degrade, lumaOf, readFolder } from "./pictures.ts"
import { addPair, createSums } from "./samples.ts"
import { solveFilters } from "./solve.ts"

/** JPEG qualities of ordinary uploads; training over several beats training on one by 0.04 dB. */
const jpegQualities = [60, 72, 82, 92]

const folder = process.argv[2]
if (!folder) {
  console.error("Give the folder of training pictures: node scripts/upscale-training/main.ts FOLDER")
  process.exit(1)
}
const root = join(import.meta.dirname, "..", "..")
const heldOut = await readdir(join(root, "bench", "imaging", "renders"))
const pictures = (await readFolder(folder)).filter(({ name }) => !heldOut.includes(name)).map(({ picture }) => picture)
const clean = await train(pictures, [null])
const jpeg = await train(pictures, jpegQualities)
await writeFile(join(root, "imaging", "upscale", "filters.ts"), moduleText(clean, jpeg))

interface PackedPair {
  first: string
  second: string
}

async function train(pictures: Picture[], qualities: (number | null)[]): Promise<PackedPair> {
  const firstSums = createSums()
  for (const picture of pictures) {
    for (const quality of qualities) {
      const small = lumaOf(await degrade(picture, 2, quality))
      addPair(firstSums, { small, large: lumaOf(picture), offset: 0 })
    }
  }
  const first = solveFilters(firstSums)
  const filters = unfoldFilters(first)
  const secondSums = createSums()
  for (const picture of pictures) {
    for (const quality of qualities) {
      const small = doublePlane(lumaOf(await degrade(picture, 4, quality)), filters)
      addPair(secondSums, { small, large: lumaOf(picture), offset: 4 * filterReach })
    }
  }
  const patches = firstSums.reduce((total, sum) => total + sum.count, 0)
  console.info(`${pictures.length} pictures, ${qualities.length} qualities, ${patches} patches`)
  return { first: toBase64(first), second: toBase64(solveFilters(secondSums)) }
}

function toBase64(weights: Float64Array): string {
  return Buffer.from(packWeights(weights)).toString("base64")
}

function moduleText(clean: PackedPair, jpeg: PackedPair): string {
  const pair = ({ first, second }: PackedPair): string => `{\n  first:\n    "${first}",\n  second:\n    "${second}",\n}`
  return `// Written by scripts/upscale-training/main.ts; train again instead of editing.

/** Filters for sources without coding artefacts: first and second doubling, packed as \`packWeights\` says. */
export const cleanFilters = ${pair(clean)}

/** The same for sources that were JPEG. */
export const jpegFilters = ${pair(jpeg)}
`
}
