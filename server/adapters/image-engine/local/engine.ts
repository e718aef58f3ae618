import { availableParallelism } from "node:os"
import type { PictureRequest } from "#imaging/render/draw.ts"
import { lazily } from "#imaging/render/post/lazily.ts"
import type { DrawnPicture, DrawOrder, DrawWatch, ImageEngine } from "#server/adapters/image-engine/port.ts"
import { AppError } from "#server/platform/errors.ts"
import type { DrawnPixels } from "./drawing-job.ts"
import { encodePicture, encodePreview } from "./encode.ts"
import type { PictureTools } from "./models/picture-tools.ts"
import { createPool, type DrawingPool } from "./pool.ts"

export interface LocalEngineOptions {
  /** Drawing threads; as many as the machine has cores, at most 8, when absent. */
  threads?: number
  /** Time for one picture in ms: extra samples are left out to keep it. */
  budgetMs?: number
  /** Folder of ONNX models (see `models/open-models.ts`). */
  modelsDir?: string | null
  log?: (message: string) => void
}

/** Time for one picture in ms. Source: measurements of imaging, "a 1024 px picture always returns inside 45 s". */
const defaultBudgetMs = 45_000
/** Share of the budget after which no more samples are taken: the filter and the encoder need the rest. */
const samplingShare = 0.85
/** Larger orders are drawn at this many pixels. */
const maxPixels = 1_250_000
const previewSide = 256
/** Share of an order's progress that its previews are. */
const previewShare = 0.06

/** The local engine and what its tests look at. */
export interface LocalEngine extends ImageEngine {
  readonly pool: DrawingPool
  /** Cut-outs and enlargements, by the operator's models if there are any. They work on the thread that calls. */
  tools(): Promise<PictureTools>
}

function requestOf(order: DrawOrder, index: number): PictureRequest {
  const scale = Math.min(1, Math.sqrt(maxPixels / (order.width * order.height)))
  return {
    prompt: order.prompt,
    style: order.style,
    seed: order.seed + index,
    width: Math.max(16, Math.round(order.width * scale)),
    height: Math.max(16, Math.round(order.height * scale)),
    quality: order.mode === "flux1.1-ultra" || order.style === "ultra" ? "fine" : "standard",
    isRaw: order.raw,
  }
}

function previewOf(request: PictureRequest): PictureRequest {
  const scale = Math.min(1, previewSide / Math.max(request.width, request.height))
  return {
    ...request,
    width: Math.max(16, Math.round(request.width * scale)),
    height: Math.max(16, Math.round(request.height * scale)),
    quality: "preview",
  }
}

/** Loaded only when needed: the filters alone are some hundred kilobytes. */
async function openTools(modelsDir: string | null, log: (message: string) => void): Promise<PictureTools> {
  const { createPictureTools } = await import("./models/picture-tools.ts")
  if (modelsDir === null) return createPictureTools({ upscale: new Map() }, log)
  const { openModels } = await import("./models/open-models.ts")
  return createPictureTools(await openModels({ dir: modelsDir, log }), log)
}

/** Draws product scenes on this computer: no network, no weights. Starts its threads at once. */
export function createLocalEngine(options: LocalEngineOptions = {}): LocalEngine {
  const { threads = Math.min(8, availableParallelism()), budgetMs = defaultBudgetMs, log = () => {} } = options
  const { modelsDir = null } = options
  const pool = createPool({ threads, log })
  const tools = lazily(() => openTools(modelsDir, log))
  // An operator who set the folder wants to read at the start what became of it.
  if (modelsDir !== null) void tools()

  async function drawAll(order: DrawOrder, watch: DrawWatch): Promise<DrawnPicture[]> {
    const { signal } = watch
    // A picture that starts again after a thread died must not send the bar back.
    let reached = 0
    const tellProgress = (fraction: number): void => {
      reached = Math.max(reached, fraction)
      watch.onProgress(reached)
    }
    const requests = Array.from({ length: order.count }, (_, i) => requestOf(order, i))
    for (const [i, request] of requests.entries()) {
      const preview = await pool.draw(previewOf(request), { signal, budgetMs, isUrgent: true })
      watch.onPreview(i, await encodePreview(preview))
      tellProgress((previewShare * (i + 1)) / order.count)
    }
    const pictures: DrawnPicture[] = []
    for (const [i, request] of requests.entries()) {
      const onProgress = (fraction: number): void =>
        tellProgress(previewShare + ((1 - previewShare) * (i + fraction)) / order.count)
      const drawn: DrawnPixels = await pool.draw(request, { signal, budgetMs: budgetMs * samplingShare, onProgress })
      pictures.push({ bytes: await encodePicture(drawn, order.format), ...drawn.reading })
    }
    tellProgress(1)
    return pictures
  }

  return {
    name: "local",
    capabilities: { maxPixels, concurrency: threads, previews: true, isLocal: true },
    pool,
    tools,
    async draw(order, watch) {
      try {
        return await drawAll(order, watch)
      } catch (error) {
        if (watch.signal.aborted) throw watch.signal.reason
        throw new AppError("engine_failed", "The picture could not be drawn. Please try again.", { cause: error })
      }
    },
    stop: () => pool.stop(),
  }
}
