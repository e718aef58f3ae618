import { parseArgs } from "node:util"
import { withEngine } from "./engine.ts"
import { changeFiles } from "./files.ts"

/** `cutout IN OUT.png`: the product alone on transparency, and how sure we are. */
export async function runCutout(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { dir: { type: "boolean" }, models: { type: "string" } },
    allowPositionals: true,
  })
  await withEngine(values.models, (run) =>
    changeFiles(positionals, values.dir === true, async (file, format) => {
      const { bytes, confidence, isSure, by } = await run({ kind: "cut-out", file, format })
      return { bytes, facts: { confidence: Math.round(confidence * 1000) / 1000, isSure, by } }
    }),
  )
}
