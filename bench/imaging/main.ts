/**
 * All measurements of the image engine, one after the other:
 *   npm run bench imaging PHOTOS     cut-outs and judging on a folder of <case>.jpg with <case>.alpha.png, then all others
 *   npm run bench imaging            all but these two, which need known photos
 * Several folders: each is measured on its own. `make-cutout-photos.ts` makes one. Cut-outs and enlargements of photos of
 * real things are measured too, where such photos lie in REAL_PHOTOS (`photos/` and `masks/`; ../shared/data/real-photos
 * unless set), and cut-outs once more with the model that was added to DATA_DIR (./data unless set), where there is one.
 * Takes some minutes; ends with 1 when a bar is missed.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { readAdded } from "#server/adapters/image-engine/local/models/added-model.ts"

const folders = process.argv.slice(2)
const realPhotos = process.env.REAL_PHOTOS ?? "../shared/data/real-photos"
const models = join(process.env.DATA_DIR ?? "data", "models")
const hasModel = (await readAdded(models)) !== null
const runs = [
  ...folders.flatMap((folder) => [
    ["cutout", folder],
    ["coach", folder],
  ]),
  ...(existsSync(realPhotos)
    ? [
        ["cutout", realPhotos],
        ...(hasModel ? [["cutout", realPhotos, "--models", models]] : []),
        ["taps", realPhotos],
        ["upscale", realPhotos],
      ]
    : []),
  ["upscale"],
  ["render"],
  ["compose"],
  ["photo-tools"],
  ...(hasModel ? [["photo-tools", "--models", models]] : []),
  ["refine"],
]

const missed: string[] = []
for (const [name = "", ...args] of runs) {
  console.info(`\n${args.includes("--models") ? "with the model: " : ""}${[name, ...args].join(" ")}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], {
    stdio: "inherit",
  })
  if (status !== 0) missed.push([name, ...args].join(" "))
}
if (folders.length === 0)
  console.info("\nCut-outs and judging were not measured: name folders of photos with known coverage.")
if (!existsSync(realPhotos))
  console.info(`\nCut-outs and enlarging, real photos: not measured, there are none in ${realPhotos}.`)
if (!hasModel) console.info(`\nReal photos, with the model: not measured, since none was added to ${models}.`)
if (missed.length > 0) {
  console.info(`\nMissed or failed: ${missed.join(", ")}`)
  process.exitCode = 1
}
