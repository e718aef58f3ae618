import { type ExportPreset, exportPresets } from "#contract/catalogue/export-presets.ts"
import type { ExportCheck } from "#contract/studio/exports.ts"
import type { Services } from "#server/declarations/services.ts"
import { findPhoto } from "#server/features/studio/photos/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { inTurn } from "#server/platform/pictures/picture.ts"
import { checkPicture } from "./check.ts"
import { makeExport as make, readExportSource as readSource, writeExport as write } from "./make.ts"

/** A picture, read once for all places it is made ready for. */
export const readExportSource = readSource

/** Makes a picture ready for one place. */
export const makeExport = make

/** A finished picture as the JPEG that places take. */
export const writeExport = write

/** A picture made ready for one place. */
export interface ExportedPicture {
  preset: ExportPreset
  /** Name of the file. */
  name: string
  bytes: Buffer
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

/** Makes a picture ready, place after place. @throws AppError when it cannot be seen or read */
export async function* exportPicture(
  s: Services,
  caller: Person,
  image: string,
  presets: readonly ExportPreset[],
): AsyncGenerator<ExportedPicture> {
  const { source, read } = await findPhoto(s, caller, image)
  const bytes = await read()
  const picture = await inTurn(() => readSource(bytes, source.mimeType))
  for (const preset of presets) {
    const made = await inTurn(() => make(picture, preset))
    yield { preset, name: `${fileName(source.name)}-${preset.slug}.jpg`, bytes: made }
  }
}

/** Holds a picture, or what would be made of it, against the rules of one place. */
export async function checkExport(
  s: Services,
  caller: Person,
  wanted: { image: string; preset: ExportCheck["preset"]; what: "made" | "as-it-is" },
): Promise<ExportCheck> {
  const [preset] = readPresets(wanted.preset)
  if (!preset) throw new AppError("not_found", "There is no such export.")
  const { source, read } = await findPhoto(s, caller, wanted.image)
  const original = await read()
  return inTurn(async () => {
    const bytes = wanted.what === "made" ? await make(await readSource(original, source.mimeType), preset) : original
    const rules = await checkPicture(bytes, preset)
    return { preset: wanted.preset, isPassed: rules.every(({ isPassed }) => isPassed), rules, bytes: bytes.length }
  })
}

/** A name that every computer takes. */
function fileName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^a-zA-Z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .toLowerCase()
  return plain || "picture"
}
