import { readFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { withEngine } from "./engine.ts"
import { printLine, UsageError } from "./usage.ts"

/** `inspect IN…`: what speaks against photos as a set for training or shooting, and how to retake them. */
export async function runInspect(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
  if (positionals.length === 0) throw new UsageError("Give at least one picture.")
  const files = await Promise.all(positionals.map((file) => readFile(file)))
  const verdicts = await withEngine(undefined, (run) => run({ kind: "inspection", files }))
  for (const [i, { isUsable, findings, duplicateOf }] of verdicts.entries()) {
    const said = findings.map(({ code, words, retake }) => ({ code, words, retake }))
    const twin = duplicateOf === undefined ? undefined : positionals[duplicateOf]
    printLine({ in: positionals[i], isUsable, findings: said, duplicateOf: twin })
  }
}
