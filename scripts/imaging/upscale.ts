import { parseArgs } from "node:util"
import { withEngine } from "./engine.ts"
import { changeFiles } from "./files.ts"
import { UsageError } from "./usage.ts"

/** `upscale --factor 2|4 IN OUT.png`: larger and sharper. */
export async function runUpscale(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { factor: { type: "string", default: "2" }, dir: { type: "boolean" }, models: { type: "string" } },
    allowPositionals: true,
  })
  const factor = factorOf(values.factor)
  await withEngine(values.models, (run) =>
    changeFiles(positionals, values.dir === true, async (file, format) => {
      const { bytes, width, height, by } = await run({ kind: "enlargement", file, factor, format })
      return { bytes, facts: { width, height, factor, by } }
    }),
  )
}

function factorOf(text: string): 2 | 4 {
  if (text === "2") return 2
  if (text === "4") return 4
  throw new UsageError("--factor must be 2 or 4.")
}
