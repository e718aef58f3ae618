import { parseArgs } from "node:util"
import { prepareShot } from "#imaging/compose/shot.ts"
import { findTemplate, templates } from "#imaging/compose/templates.ts"
import { removeBackground } from "#imaging/cutout/remove-background.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { drawPhases } from "#imaging/render/draw.ts"
import { formatOf, readPicture, writePicture } from "./files.ts"
import { printLine, secondsSince, sides, UsageError, wholeNumber } from "./usage.ts"

/** `shoot --template NAME IN… OUT.png`: the surest cut-out of the photos in a rendered set. */
export async function runShoot(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      template: { type: "string" },
      list: { type: "boolean" },
      seed: { type: "string", default: "1" },
      width: { type: "string", default: "1024" },
      height: { type: "string", default: "1024" },
    },
    allowPositionals: true,
  })
  if (values.list) {
    for (const { name, use, isNeutral } of templates) printLine({ name, use, isNeutral })
    return
  }
  const { template } = values
  const [out, ...photos] = positionals.toReversed()
  if (!template) throw new UsageError("Give a --template; --list shows them.")
  if (!out || photos.length === 0) throw new UsageError("Give at least one photo and OUT.")
  formatOf(out)
  const order = {
    template,
    quality: "standard" as const,
    seed: wholeNumber("seed", values.seed, 0, 2 ** 31 - 1),
    width: wholeNumber("width", values.width, sides.least, sides.most),
    height: wholeNumber("height", values.height, sides.least, sides.most),
  }
  if (!findTemplate(template)) throw new UsageError(`There is no template "${template}"; --list shows them.`)
  const start = performance.now()
  const best = await surestCutOut(photos.toReversed())
  const shot = prepareShot({ ...order, cutOut: best.cutOut })
  drawPhases(shot)
  await writePicture(out, shot.finish())
  const { photo } = best
  const confidence = Math.round(best.confidence * 1000) / 1000
  printLine({ out, template, photo, confidence, seconds: secondsSince(start) })
}

interface CutOutPhoto {
  photo: string
  cutOut: Picture
  confidence: number
}

/** Photos that already are cut-outs come out as they are, and sure. */
async function surestCutOut(photos: string[]): Promise<CutOutPhoto> {
  let best: CutOutPhoto | undefined
  for (const photo of photos) {
    const { picture, confidence } = removeBackground(await readPicture(photo))
    if (!best || confidence > best.confidence) best = { photo, cutOut: picture, confidence }
  }
  if (!best) throw new UsageError("Give at least one photo and OUT.")
  return best
}
