import { parseArgs } from "node:util"
import { readPicture } from "#imaging/render/compose-scene.ts"
import type { EngineStyle } from "#server/adapters/image-engine/port.ts"
import { withEngine } from "./engine.ts"
import { formatOf, writeBytes } from "./files.ts"
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
  const order = {
    kind: "picture" as const,
    mode: "flux1.1-pro",
    style,
    prompt,
    sentPrompt: prompt,
    count: 1,
    raw: false,
    format: formatOf(out),
    seed: wholeNumber("seed", values.seed, 0, 2 ** 31 - 1),
    width: wholeNumber("width", values.width, sides.least, sides.most),
    height: wholeNumber("height", values.height, sides.least, sides.most),
  }
  const start = performance.now()
  for (const { bytes } of await withEngine(undefined, (run) => run(order))) {
    await writeBytes(out, bytes)
    const { width, height } = order
    printLine({ out, width, height, ...readPicture(prompt, style), seconds: secondsSince(start) })
  }
}
