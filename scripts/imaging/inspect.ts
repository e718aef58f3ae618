import { parseArgs } from "node:util"
import type { Picture } from "#imaging/pixels/picture.ts"
import { looksLikeJpeg } from "#imaging/upscale/jpeg-detection.ts"
import { readPicture } from "./files.ts"
import { printLine, UsageError } from "./usage.ts"

/** `inspect IN…`: what the engine sees in a file before it works on it. A bad file is said in its line and fails the run. */
export async function runInspect(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
  if (positionals.length === 0) throw new UsageError("Give at least one picture.")
  let failure: unknown
  for (const file of positionals) {
    try {
      const picture = await readPicture(file)
      const { width, height, channels } = picture
      const megapixels = Math.round((width * height) / 10_000) / 100
      printLine({
        in: file,
        width,
        height,
        megapixels,
        hasAlpha: channels === 4,
        wasJpeg: looksLikeJpeg(picture),
        ...lightOf(picture),
      })
    } catch (error) {
      failure = error
      printLine({ in: file, error: error instanceof Error ? error.message : String(error) })
    }
  }
  if (failure !== undefined) throw failure
}

/** Mean brightness (0 to 255) and shares of pixels that are burnt out or drowned in black. */
function lightOf({ data, channels }: Picture): { brightness: number; burnt: number; drowned: number } {
  let [sum, burnt, drowned] = [0, 0, 0]
  const count = data.length / channels
  for (let at = 0; at < data.length; at += channels) {
    const luma = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    sum += luma
    if (luma > 250) burnt++
    if (luma < 6) drowned++
  }
  const share = (n: number): number => Math.round((n / count) * 1000) / 1000
  return { brightness: Math.round(sum / count), burnt: share(burnt), drowned: share(drowned) }
}
