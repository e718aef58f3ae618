import { setTimeout as sleep } from "node:timers/promises"
import sharp from "sharp"
import { AppError } from "#server/platform/errors.ts"
import type { DrawnPicture, ImageEngine } from "./port.ts"

/** How long the fake draws, in milliseconds, unless the prompt asks otherwise. */
const usualMs = 20

/**
 * An engine for tests: plain pictures at once, and on request every fault an engine can have. A prompt with `[slow 500]`
 * takes that many milliseconds, `[fail]` is refused, `[break]` throws something unexpected, `[garbage]` gives bytes that
 * are no picture, `[few 2]` gives that many pictures at most.
 */
export function createFakeEngine(): ImageEngine {
  return {
    name: "fake",
    capabilities: { maxPixels: 4_000_000, concurrency: 2, previews: true, isLocal: true },
    async draw(order, watch) {
      watch.signal.throwIfAborted()
      const ask = (word: string): number | null => {
        const match = order.prompt.match(new RegExp(`\\[${word}(?: (\\d+))?\\]`))
        return match ? Number(match[1] ?? 0) : null
      }
      const [preview] = await paint(order.width, order.height, order.seed, 1, "webp", 64)
      if (preview) watch.onPreview(0, preview.bytes)
      watch.onProgress(0.5)
      await sleep(ask("slow") ?? usualMs, undefined, { signal: watch.signal })
      if (ask("fail") !== null) throw new AppError("engine_failed", "The fake engine was told to fail.")
      if (ask("break") !== null) throw new Error("The fake engine was told to break.")
      if (ask("garbage") !== null) return [{ bytes: Buffer.from("this is not a picture") }]
      return paint(
        order.width,
        order.height,
        order.seed,
        Math.min(order.count, ask("few") ?? order.count),
        order.format,
      )
    },
    stop: async () => {},
  }
}

async function paint(
  width: number,
  height: number,
  seed: number,
  count: number,
  format: "webp" | "png",
  side = Math.max(width, height),
): Promise<DrawnPicture[]> {
  const scale = side / Math.max(width, height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const background = { r: (seed + index * 60) % 256, g: (seed >> 8) % 256, b: 160 }
      const bytes = await sharp({ create: { ...size, channels: 3, background } })
        .toFormat(format)
        .toBuffer()
      return { bytes }
    }),
  )
}
