import { mkdir, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { parseArgs } from "node:util"
import { createLocalEngine } from "#server/adapters/image-engine/local/engine.ts"
import type { EngineStyle } from "#server/adapters/image-engine/port.ts"
import { formatOf } from "./files.ts"
import { printLine, secondsSince, sides, UsageError, wholeNumber } from "./usage.ts"

const styles: readonly EngineStyle[] = [
  "plain",
  "realism",
  "ultra",
  "half-illustration",
  "ghibsky",
  "cinestill",
  "video-game",
  "embedded-text",
]

/** `render --prompt "…" OUT.png`: draws a prompt and says what of it was understood. */
export async function runRender(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      prompt: { type: "string" },
      style: { type: "string", default: "plain" },
      seed: { type: "string", default: "1" },
      width: { type: "string", default: "1024" },
      height: { type: "string", default: "1024" },
    },
    allowPositionals: true,
  })
  const [out, ...more] = positionals
  const { prompt } = values
  const style = styles.find((known) => known === values.style)
  if (prompt === undefined) throw new UsageError("Give a --prompt.")
  if (!style) throw new UsageError(`--style must be one of ${styles.join(", ")}.`)
  if (!out || more.length > 0) throw new UsageError("Give one OUT file.")
  const format = formatOf(out)
  const order = {
    ...{ mode: "flux1.1-pro", style, prompt, sentPrompt: prompt, count: 1, format, raw: false },
    seed: wholeNumber("seed", values.seed, 0, 2 ** 31 - 1),
    width: wholeNumber("width", values.width, sides.least, sides.most),
    height: wholeNumber("height", values.height, sides.least, sides.most),
  }
  const engine = createLocalEngine()
  const start = performance.now()
  try {
    const watch = { signal: new AbortController().signal, onProgress: () => {}, onPreview: () => {} }
    for (const { bytes, understood, ignored } of await engine.draw(order, watch)) {
      await mkdir(dirname(out), { recursive: true })
      await writeFile(out, bytes)
      printLine({ out, understood, ignored, seconds: secondsSince(start) })
    }
  } finally {
    await engine.stop()
  }
}
