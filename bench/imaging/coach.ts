/**
 * Measures the judgement of training photos on a made set with known faults:
 *   node bench/imaging/coach.ts <folder> [practice | fresh] [round]
 * The folder holds <case>.jpg and <case>.alpha.png (make-cutout-photos.ts). Each photo is judged as it is and once with
 * each fault, and empty grounds of the named kind ("fresh" by default) from another place and in other light each round;
 * prints what was judged wrong, the share judged right by fault, and exits 1 below the bar.
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import sharp, { type Sharp } from "sharp"
import type { FindingCode } from "#imaging/inspect/findings.ts"
import { inspectPhotos, type Photo } from "#imaging/inspect/inspect-photos.ts"
import { loadOutlineNetwork } from "#server/adapters/image-engine/local/models/outline-network.ts"
import { atLeast, type Bar, report } from "./bars.ts"
import { takeShot } from "./photos/camera.ts"
import { freshPlainGrounds, freshTexturedGrounds } from "./photos/fresh-grounds.ts"
import { plainGrounds, texturedGrounds } from "./photos/grounds.ts"
import { repeatableRandom } from "./photos/random.ts"

const [folder, kind = "fresh", round = "0"] = process.argv.slice(2)
const grounds = {
  practice: { ...plainGrounds, ...texturedGrounds },
  fresh: { ...freshPlainGrounds, ...freshTexturedGrounds },
}[kind]
if (folder === undefined || grounds === undefined || !/^\d{1,4}$/.test(round)) {
  console.error("usage: node bench/imaging/coach.ts <folder of photos with .alpha.png> [practice | fresh] [round]")
  process.exit(2)
}

const network = await loadOutlineNetwork()

/** The product's box, in pixels. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Subject {
  name: string
  file: string
  width: number
  height: number
  box: Box
}

/** What is done to a photo. The fault is judged right when its code is among the findings. */
const faults: Partial<Record<FindingCode, (subject: Subject) => Sharp>> = {
  too_small: ({ file }) => sharp(file).resize(320),
  // Out of focus by some 5 pixels in a thousand.
  blurred: ({ file, width }) => sharp(file).blur(width * 0.006),
  too_dark: ({ file }) => sharp(file).linear(0.16, 0),
  turned: ({ file }) => sharp(file).rotate(270).withMetadata({ orientation: 6 }),
  product_cut_off: ({ file, width, height, box }) => {
    // A quarter of the product lies beyond the edge; larger again, so that the size is not the fault.
    const right = Math.min(Math.round(box.right - (box.right - box.left) / 4), width)
    return sharp(file)
      .extract({ left: 0, top: 0, width: right, height })
      .resize({ width: Math.max(right, 420) })
  },
}

/** Findings that keep nobody from using a photo as it is. */
const harmless: readonly FindingCode[] = ["product_off_centre", "turned"]

interface Judged {
  fault: string
  name: string
  isRight: boolean
  codes: FindingCode[]
}

const judged: Judged[] = []
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith(".jpg"))
  .sort()) {
  const subject = await open(join(folder, name))
  const whole = await toPhoto(sharp(subject.file))
  const [fine, again] = inspectPhotos([whole, await toPhoto(retaken(subject))], network)
  note("none", subject.name, codesOf(fine), (codes) => codes.every((code) => harmless.includes(code)))
  note("near_duplicate", subject.name, codesOf(again), (codes) => codes.includes("near_duplicate"))
  for (const [fault, make] of Object.entries(faults)) {
    const [verdict] = inspectPhotos([await toPhoto(make(subject))], network)
    note(fault, subject.name, codesOf(verdict), (codes) => codes.includes(fault as FindingCode))
  }
}
for (const [index, [name, ground]] of Object.entries(grounds).entries()) {
  const side = 640
  const random = repeatableRandom(index * 7919 + Number(round) * 1_000_003)
  const [yaw, pitch] = [(random() - 0.5) * 0.9, 0.12 + random() * 0.38]
  const look = { yaw, pitch, fill: 0.6, side, lamp: 0.3 + 2 * random(), vignette: 0.2 * random() }
  const { rgb } = takeShot({ parts: [], ground, ...look, random })
  const [verdict] = inspectPhotos([{ picture: { width: side, height: side, channels: 3, data: rgb } }], network)
  note("no_product", name, codesOf(verdict), (codes) => codes.includes("no_product"))
}

console.info(`${judged.length} photos judged`)
report([...barsByFault(), atLeast("judged right of all", 100 * shareRight(judged), "%", 95, 98)])

function note(fault: string, name: string, codes: FindingCode[], isRight: (codes: FindingCode[]) => boolean): void {
  judged.push({ fault, name, codes, isRight: isRight(codes) })
  if (!isRight(codes)) console.info(`wrong: ${name}, ${fault}: said ${codes.join(", ") || "nothing"}`)
}

function codesOf(verdict: { findings: { code: FindingCode }[] } | undefined): FindingCode[] {
  return (verdict?.findings ?? []).map(({ code }) => code)
}

function shareRight(of: readonly Judged[]): number {
  return of.filter(({ isRight }) => isRight).length / of.length
}

/** No bar of their own: a fault that is rarely seen shows in the share of all. */
function barsByFault(): Bar[] {
  return [...new Set(judged.map(({ fault }) => fault))].map((fault) =>
    atLeast(fault, 100 * shareRight(judged.filter((one) => one.fault === fault)), "%", 0, 95),
  )
}

/** The same photo taken a moment later: a little closer, a little brighter, saved anew. */
function retaken({ file, width, height }: Subject): Sharp {
  const left = Math.round(width * 0.015)
  const top = Math.round(height * 0.01)
  return sharp(file)
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .modulate({ brightness: 1.06 })
}

async function open(file: string): Promise<Subject> {
  const { data, info } = await sharp(file.replace(/\.jpg$/, ".alpha.png"))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const box: Box = { left: width, top: height, right: 0, bottom: 0 }
  for (let p = 0; p < data.length; p++) {
    if ((data[p] ?? 0) < 128) continue
    const x = p % width
    const y = Math.floor(p / width)
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return { name: file.replace(/^.*\//, "").replace(/\.jpg$/, ""), file, width, height, box }
}

/** As a phone would send it: a JPEG, turned upright when it is read. */
async function toPhoto(image: Sharp): Promise<Photo> {
  const bytes = await image.jpeg({ quality: 88 }).toBuffer()
  const { orientation } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes).rotate().removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const picture = { width: info.width, height: info.height, channels: 3 as const, data }
  return { picture, ...(orientation === undefined ? {} : { exifOrientation: orientation }) }
}
