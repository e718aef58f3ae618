import { readFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { shootTemplates } from "#server/adapters/image-engine/local/shoot.ts"
import { withEngine } from "./engine.ts"
import { formatOf, writeBytes } from "./files.ts"
import { printLine, secondsSince, sides, UsageError, wholeNumber } from "./usage.ts"

/**
 * `shoot --template NAME IN… OUT.png`: one shot from the surest photo. With several templates, or `--count`, the shots
 * are stored beside OUT with their numbers, from different photos.
 */
export async function runShoot(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      template: { type: "string", multiple: true },
      list: { type: "boolean" },
      count: { type: "string" },
      seed: { type: "string", default: "1" },
      width: { type: "string", default: "1024" },
      height: { type: "string", default: "1024" },
    },
    allowPositionals: true,
  })
  if (values.list) {
    for (const template of shootTemplates) printLine(template)
    return
  }
  const { template: templates } = values
  const [out, ...photos] = positionals.toReversed()
  if (!templates) throw new UsageError("Give a --template; --list shows them.")
  if (!out || photos.length === 0) throw new UsageError("Give at least one photo and OUT.")
  const unknown = templates.find((name) => !shootTemplates.some((known) => known.name === name))
  if (unknown !== undefined) throw new UsageError(`There is no template "${unknown}"; --list shows them.`)
  const count = values.count === undefined ? templates.length : wholeNumber("count", values.count, 1, 100)
  const order = {
    kind: "shoot" as const,
    templates,
    from: 0,
    count,
    format: formatOf(out),
    photos: await Promise.all(photos.toReversed().map((file) => readFile(file))),
    seed: wholeNumber("seed", values.seed, 0, 2 ** 31 - 1),
    width: wholeNumber("width", values.width, sides.least, sides.most),
    height: wholeNumber("height", values.height, sides.least, sides.most),
  }
  const start = performance.now()
  for (const [i, shot] of (await withEngine(undefined, (run) => run(order))).entries()) {
    const file = count === 1 ? out : out.replace(/\.\w+$/, `-${i + 1}$&`)
    await writeBytes(file, shot.bytes)
    const confidence = Math.round(shot.confidence * 1000) / 1000
    const photo = photos.toReversed()[shot.photo]
    printLine({ out: file, template: shot.template, photo, confidence, seconds: secondsSince(start) })
  }
}
