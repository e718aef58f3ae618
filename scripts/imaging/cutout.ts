import { parseArgs } from "node:util"
import { removeBackground } from "#imaging/cutout/remove-background.ts"
import { changeFiles } from "./files.ts"

/** `cutout IN OUT.png`: the product alone on transparency, and how sure we are. */
export async function runCutout(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { dir: { type: "boolean" } }, allowPositionals: true })
  await changeFiles(positionals, values.dir === true, (photo) => {
    const { picture, confidence, isSure } = removeBackground(photo)
    return { picture, facts: { confidence: Math.round(confidence * 1000) / 1000, isSure } }
  })
}
