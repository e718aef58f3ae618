import { parseArgs } from "node:util"
import { changeFiles } from "./files.ts"
import { openTools } from "./tools.ts"

/** `cutout IN OUT.png`: the product alone on transparency, and how sure we are. */
export async function runCutout(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { dir: { type: "boolean" }, models: { type: "string" } },
    allowPositionals: true,
  })
  const tools = await openTools(values.models)
  await changeFiles(positionals, values.dir === true, async (photo) => {
    const { picture, confidence, isSure, by } = await tools.cutOut(photo)
    return { picture, facts: { confidence: Math.round(confidence * 1000) / 1000, isSure, by } }
  })
}
