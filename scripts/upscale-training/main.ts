/**
 * Trains the filters of imaging/upscale from folders of pictures of our own and writes imaging/upscale/filters.ts. Takes a
 * minute or two. Pictures whose names are in bench/imaging/renders are left out: they measure the result.
 *
 * node scripts/upscale-training/main.ts FOLDER...
 */
import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Picture } from "#imaging/pixels/picture.ts"
import { filterReach } from "#imaging/upscale/classes.ts"
import { doublePlane } from "#imaging/upscale/double.ts"
import { packWeights, unfoldFilters } from "#imaging/upscale/filter-set.ts"
import { lumaOf, readFolder, reduce } from "./pictures.ts"
import { addPair, createSums } from "./samples.ts"
import { solveFilters } from "./solve.ts"

const folders = process.argv.slice(2)
if (folders.length === 0) {
  console.error("Give folders of training pictures: node scripts/upscale-training/main.ts FOLDER...")
  process.exit(1)
}
const root = join(import.meta.dirname, "..", "..")
const heldOut = await readdir(join(root, "bench", "imaging", "renders"))
const found = (await Promise.all(folders.map(readFolder))).flat()
const trained = train(found.filter(({ name }) => !heldOut.includes(name)).map(({ picture }) => picture))
await writeFile(join(root, "imaging", "upscale", "filters.ts"), moduleText(trained))

interface PackedPair {
  first: string
  second: string
}

function train(pictures: Picture[]): PackedPair {
  const firstSums = createSums()
  for (const picture of pictures) {
    addPair(firstSums, { small: lumaOf(reduce(picture, 2)), large: lumaOf(picture), offset: 0 })
  }
  const first = solveFilters(firstSums)
  const filters = unfoldFilters(first)
  const secondSums = createSums()
  for (const picture of pictures) {
    const small = doublePlane(lumaOf(reduce(picture, 4)), filters)
    addPair(secondSums, { small, large: lumaOf(picture), offset: 4 * filterReach })
  }
  const patches = firstSums.reduce((total, sum) => total + sum.count, 0)
  console.info(`${pictures.length} pictures, ${patches} patches`)
  return { first: toBase64(first), second: toBase64(solveFilters(secondSums)) }
}

function toBase64(weights: Float64Array): string {
  return Buffer.from(packWeights(weights)).toString("base64")
}

function moduleText({ first, second }: PackedPair): string {
  return `// Written by scripts/upscale-training/main.ts; train again instead of editing.

/** Filters of the first and the second doubling, packed as \`packWeights\` says. */
export const learnedFilters = {
  first:
    "${first}",
  second:
    "${second}",
}
`
}
