import { parseArgs } from "node:util"
import { looksLikeJpeg } from "#imaging/upscale/jpeg-detection.ts"
import { upscale } from "#imaging/upscale/upscale.ts"
import { changeFiles } from "./files.ts"
import { UsageError } from "./usage.ts"

/** `upscale --factor 2|4 IN OUT.png`: larger and sharper. */
export async function runUpscale(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { factor: { type: "string", default: "2" }, dir: { type: "boolean" } },
    allowPositionals: true,
  })
  const factor = factorOf(values.factor)
  await changeFiles(positionals, values.dir === true, (small) => {
    const source = looksLikeJpeg(small) ? "jpeg" : "clean"
    return { picture: upscale(small, factor, { source }), facts: { factor, source } }
  })
}

function factorOf(text: string): 2 | 4 {
  if (text === "2") return 2
  if (text === "4") return 4
  throw new UsageError("--factor must be 2 or 4.")
}
