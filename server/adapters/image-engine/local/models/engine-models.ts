import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Cover } from "#imaging/cutout/matting/cut-along.ts"
import { type Picture, PictureError } from "#imaging/pixels/picture.ts"
import type { UpscaleFactor } from "#imaging/upscale/upscale.ts"
import { addedCutoutFolder, readAdded } from "./added-model.ts"
import { type CutoutModel, findCover, longestSide, readCutoutModel } from "./cutout-model.ts"
import { createModelProcess, type ModelProcess } from "./model-process.ts"
import { explain } from "./problem.ts"
import { enlargeByModel } from "./upscale-model.ts"

export interface EngineModelsOptions {
  /** Folder with `cutout/`, `upscale-2/` and `upscale-4/` that an operator filled, each holding a `model.onnx`; null for none. */
  ownDir: string | null
  /** Folder of models that were added by command or press; null for none. */
  addedDir: string | null
  threads: number
  log: (message: string) => void
  /** How long the process of models waits for another photo, in ms. */
  idleMs?: number
}

/** What models do for the engine; what they cannot do, its own methods do. */
export interface EngineModels {
  /**
   * How much of each pixel is product; null where no model works. A model that fails costs a line in the log.
   * @param read gives the photo, no longer than so many pixels; called where there is a model
   */
  cover(read: (longSide: number) => Promise<Picture>): Promise<Cover | null>
  /** Whether a model has enlarged the picture into `result`. */
  enlarge(
    work: { picture: Picture; factor: UpscaleFactor; result: Picture },
    watch: { signal: AbortSignal; onProgress(fraction: number): void },
  ): Promise<boolean>
  /** In one line, which way cut-outs are made now. */
  tellCutOut(): Promise<string>
  stop(): void
}

/** A model that failed is left alone for so long, in ms: every photo would wait for it to fail again. */
const pauseMs = 60_000

/** Looks at each photo anew which model there is: one that is added or removed needs no restart. */
export function createEngineModels({ ownDir, addedDir, threads, log, idleMs }: EngineModelsOptions): EngineModels {
  const failed = new Map<string, { until: number; why: string }>()
  let own: Promise<CutoutModel> | undefined
  const runtimeDir = (): string | null => {
    const folder = addedDir === null ? null : addedCutoutFolder(addedDir)
    return folder !== null && existsSync(folder) ? folder : null
  }
  const models: ModelProcess = createModelProcess({ runtimeDir, threads, ...(idleMs === undefined ? {} : { idleMs }) })
  /** What was added and is gone is not run on. */
  let lastFile: string | null = null

  const ownFile = (name: string): string | null => {
    const file = ownDir === null ? null : join(ownDir, name, "model.onnx")
    return file !== null && existsSync(file) ? file : null
  }

  async function findCutout(): Promise<CutoutModel | null> {
    const file = ownFile("cutout")
    if (file === null) return addedDir === null ? null : ((await readAdded(addedDir))?.model ?? null)
    own ??= readCutoutModel(join(file, ".."))
    return own
  }

  /** Tries a model that has not just failed. @returns null when it fails */
  async function attempt<T>(
    file: string,
    what: string,
    run: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | null> {
    if (performance.now() < (failed.get(file)?.until ?? 0)) return null
    try {
      const found = await run()
      failed.delete(file)
      return found
    } catch (error) {
      if (error instanceof PictureError || signal?.aborted) throw error
      const why = explain(error).message
      // What was removed under its photo has not failed: added anew it is used at once.
      if (existsSync(file)) failed.set(file, { until: performance.now() + pauseMs, why })
      log(`${what} are made the built-in way for a while, because the model ${file} failed: ${why}`)
      return null
    }
  }

  return {
    async cover(read) {
      const model = await findCutout().catch((error: unknown) => {
        log(`cut-outs are made the built-in way: ${explain(error).message}`)
        own = undefined
        return null
      })
      if (model === null) {
        if (lastFile !== null) models.stop()
        lastFile = null
        return null
      }
      lastFile = model.file
      const photo = await read(longestSide)
      return attempt(model.file, "cut-outs", () => findCover(models, model, photo))
    },
    async enlarge(work, watch) {
      const file = ownFile(`upscale-${work.factor}`)
      if (file === null || work.picture.channels === 4) return false
      const run = async (): Promise<true> => {
        await enlargeByModel(models, file, work, watch)
        return true
      }
      return (await attempt(file, `×${work.factor} enlargements`, run, watch.signal)) ?? false
    },
    async tellCutOut() {
      const model = await findCutout().catch(() => null)
      if (model === null) return "built in"
      const trouble = failed.get(model.file)
      if (trouble && performance.now() < trouble.until) return `built in, because the model failed: ${trouble.why}`
      const added = ownFile("cutout") === null && addedDir !== null ? await readAdded(addedDir) : null
      return added ? `with the model ${added.facts.title}` : `with the model ${model.file}`
    },
    stop: () => models.stop(),
  }
}
