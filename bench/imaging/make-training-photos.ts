/**
 * Renders photos of random products on random grounds with their exact coverage, for scripts/cutout-training to learn from:
 *   node bench/imaging/make-training-photos.ts FOLDER FROM TO
 * Writes FOLDER/FROM.bin: for each number from FROM up to TO, 240 x 240 pixels of red, green, blue and coverage, a byte
 * each. A photo depends on its number alone. A photo takes about 0.8 s of a core.
 */
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { takeShot } from "./photos/camera.ts"
import { repeatableRandom } from "./photos/random.ts"
import { randomPose } from "./photos/random-pose.ts"

/** The network sees 224 px at most; the rest is room to cut from. */
const side = 240
/** Apart from every start that the benches use. */
const start = 41_000_000

const [folder, from, to] = process.argv.slice(2)
if (folder === undefined || from === undefined || to === undefined) {
  console.error("usage: node scripts/cutout-training/make-photos.ts FOLDER FROM TO")
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
const file = openSync(join(folder, `${from.padStart(6, "0")}.bin`), "w")
for (let n = Number(from); n < Number(to); n++) writeSync(file, makePhoto(n))
closeSync(file)

function makePhoto(n: number): Uint8Array {
  const random = repeatableRandom(start + n * 7919)
  const { rgb, coverage } = takeShot({ ...randomPose(random).pose, side, random })
  const photo = new Uint8Array(side * side * 4)
  for (let p = 0; p < side * side; p++) {
    photo.set(rgb.subarray(p * 3, p * 3 + 3), p * 4)
    photo[p * 4 + 3] = coverage[p] ?? 0
  }
  return photo
}
