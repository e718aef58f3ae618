import { parseArgs } from "node:util"
import { looksLikeJpeg } from "#imaging/upscale/jpeg-detection.ts"
import { changeFiles } from "./files.ts"
import { openTools } from "./tools.ts"
import { UsageError } from "./usage.ts"

/** `upscale --factor 2|4 IN OUT.png`: larger and sharper. */
export async function runUpscale(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { factor: { type: "string", default: "2" }, dir: { type: "boolean" }, models: { type: "string" } },
    allowPositionals: true,
  })
  const factor = factorOf(values.factor)
  const tools = await openTools(values.models)
  await changeFiles(positionals, values.dir === true, async (small) => {
    const { picture, by } = await tools.enlarge(small, factor)
    return { picture, facts: { factor, source: looksLikeJpeg(small) ? "jpeg" : "clean", by } }
  })
}

function factorOf(text: string): 2 | 4 {
  if (text === "2") return 2
  if (text === "4") return 4
  throw new UsageError("--factor must be 2 or 4.")
}
