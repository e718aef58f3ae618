import sharp from "sharp"
import { type ExportPreset, exportPresets } from "#contract/catalogue/export-presets.ts"
import type { CheckedRule, ExportCheck } from "#contract/studio/exports.ts"
import type { Services } from "#server/declarations/services.ts"
import { findPhoto } from "#server/features/studio/photos/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { inTurn, type PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import { downloadName } from "#server/platform/text/download-name.ts"
import { checkPicture, checkSharpness } from "./check.ts"
import {
  makeBefore as before,
  type ExportGround,
  type ExportSource,
  makeExport as make,
  readExportSource as readSource,
  writeExport as write,
} from "./make.ts"

/** A picture, read once for all places it is made ready for. */
export const readExportSource = readSource

/** Makes a picture ready for one place. */
export const makeExport = make

/** A finished picture as the JPEG that places take. */
export const writeExport = write

/** Puts a cut-out before colours, for one place or for none. */
export const makeBefore = before

/** Colours of an order, as far as they were chosen. */
interface ChosenColours {
  from?: string | undefined
  to?: string | undefined
}

/** @returns null where none were chosen: white then */
function readGround({ from, to }: ChosenColours): ExportGround | null {
  const [top, bottom] = [from ?? to, to ?? from]
  return top !== undefined && bottom !== undefined ? { from: top, to: bottom } : null
}

function makeFor(
  original: Buffer,
  picture: ExportSource,
  preset: ExportPreset,
  ground: ExportGround | null,
): Promise<Buffer> {
  return ground && picture.isCutOut && preset.ground === "any"
    ? before(original, ground, preset)
    : make(picture, preset)
}

/** A picture made ready for one place. */
export interface ExportedPicture {
  preset: ExportPreset
  /** Name of the file. */
  name: string
  bytes: Buffer
  /** How it does at its place. */
  rules: CheckedRule[]
}

/** @throws AppError `general_argument_invalid` for a preset that is not there, and for none */
export function readPresets(text: string): ExportPreset[] {
  const slugs = [...new Set(text.split(","))]
  return slugs.map((slug) => {
    const preset = exportPresets.find((known) => known.slug === slug)
    if (!preset) throw new AppError("general_argument_invalid", `There is no export named "${slug.slice(0, 60)}".`)
    return preset
  })
}

/** Makes a picture ready, place after place; of several it is said how they do there. @throws AppError when it cannot be seen or read */
export async function* exportPicture(
  s: Services,
  caller: Person,
  { image, ...colours }: { image: string } & ChosenColours,
  presets: readonly ExportPreset[],
  worker: PictureWorker,
): AsyncGenerator<ExportedPicture> {
  const { source, read } = await findPhoto(s, caller, image)
  const ground = readGround(colours)
  // What waits for its turn has nothing at hand yet.
  const reading = async () => {
    const original = await read()
    return { original, picture: await readSource(original, source.mimeType) }
  }
  const { original, picture } = await inTurn("work", worker, source.width * source.height, reading)
  for (const preset of presets) {
    const making = async () => {
      const bytes = await makeFor(original, picture, preset, ground)
      return { bytes, rules: presets.length > 1 ? await checkMade(bytes, preset, picture) : [] }
    }
    const made = await inTurn("work", worker, preset.width * preset.height, making, "next")
    yield { preset, name: `${downloadName(source.name) || "picture"}-${preset.slug}.jpg`, ...made }
  }
}

/** Holds a picture, or what would be made of it, against the rules of one place. */
export async function checkExport(
  s: Services,
  caller: Person,
  wanted: { image: string; preset: ExportCheck["preset"]; what: "made" | "as-it-is" } & ChosenColours,
  worker: PictureWorker,
): Promise<ExportCheck> {
  const [preset] = readPresets(wanted.preset)
  if (!preset) throw new AppError("not_found", "There is no such export.")
  const { source, read } = await findPhoto(s, caller, wanted.image)
  return inTurn("work", worker, source.width * source.height, async () => {
    const original = await read()
    const picture = await readSource(original, source.mimeType)
    const isMade = wanted.what === "made"
    const bytes = isMade ? await makeFor(original, picture, preset, readGround(wanted)) : original
    const rules = await (isMade ? checkMade : checkPicture)(bytes, preset, picture)
    const isPassed = rules.every((rule) => rule.isPassed)
    const preview = isMade ? await toPreview(bytes) : null
    return { preset: wanted.preset, isPassed, rules, bytes: bytes.length, preview }
  })
}

/** Holds a finished file against the rules of its place, and says whether it was enlarged for it. */
async function checkMade(bytes: Buffer, preset: ExportPreset, picture: ExportSource): Promise<CheckedRule[]> {
  return [...(await checkPicture(bytes, preset, picture)), checkSharpness(picture, preset)]
}

/** Longer side of the look at a finished file, in pixels: on a phone it is shown at a third of that. */
const previewSide = 384

/** A small look at the very file that would be downloaded, as an address that holds it. */
async function toPreview(bytes: Buffer): Promise<string> {
  const small = await sharp(bytes).resize(previewSide, previewSide, { fit: "inside" }).webp({ quality: 76 }).toBuffer()
  return `data:image/webp;base64,${small.toString("base64")}`
}
