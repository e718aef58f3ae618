import { availableParallelism } from "node:os"
import { readSet } from "#imaging/compose/prompted-set.ts"
import { PictureError } from "#imaging/pixels/picture.ts"
import { readPicture } from "#imaging/render/compose-scene.ts"
import type {
  EngineOrderKind,
  EngineResults,
  EngineWatch,
  ImageEngine,
  OrderOf,
} from "#server/adapters/image-engine/port.ts"
import { AppError } from "#server/platform/errors.ts"
import { createEngineModels } from "./models/engine-models.ts"
import { cutOut, enlarge, inspect, refine } from "./photo-work.ts"
import { drawPictures, maxPixels } from "./pictures.ts"
import { createPool, type WorkerPool } from "./pool.ts"
import { WorkFailed } from "./pool-job.ts"
import { shoot, shootTemplates } from "./shoot.ts"
import { drawModel, train } from "./training.ts"
import { refuse, type WorkContext } from "./work-context.ts"
import { limitsFor, memoryForWork, memoryOf, shareMemory } from "./work-memory.ts"

export interface LocalEngineOptions {
  /** Threads; as many as the machine has cores, at most 8, when absent. */
  threads?: number
  /** Time for one picture in ms: extra samples are left out to keep it. */
  budgetMs?: number
  /** Folder of ONNX models that an operator filled (see `models/engine-models.ts`). */
  modelsDir?: string | null
  /** Folder of models that were added by command or press. */
  addedModelsDir?: string | null
  /** Memory of the machine or container in megabytes; no limit when absent. */
  memoryMb?: number
  log?: (message: string) => void
}

/** Time for one picture in ms. Source: measurements of imaging, "a 1024 px picture always returns inside 45 s". */
const defaultBudgetMs = 45_000

/** The local engine and what its tests look at. */
export interface LocalEngine extends ImageEngine {
  readonly pool: WorkerPool
}

type Handlers = {
  [K in EngineOrderKind]: (context: WorkContext, order: OrderOf<K>, watch: EngineWatch) => Promise<EngineResults[K]>
}

const handlers: Handlers = {
  picture: drawPictures,
  "cut-out": cutOut,
  refinement: refine,
  enlargement: enlarge,
  inspection: inspect,
  shoot,
  description: refuseToDescribe,
  training: train,
  "model-picture": drawModel,
}

/** What the person hears when something that is not theirs went wrong. */
const failures: Readonly<Record<EngineOrderKind, string>> = {
  picture: "The picture could not be drawn. Please try again.",
  "cut-out": "The background could not be removed. Please try again.",
  refinement: "The cut-out could not be changed. Please try again.",
  enlargement: "The picture could not be enlarged. Please try again.",
  inspection: "The photos could not be checked. Please try again.",
  training: "The photos could not be learned from. Please try again.",
  "model-picture": "The picture could not be drawn. Please try again.",
  shoot: "The shoot could not be finished. Please try again.",
  description: "The picture could not be described. Please try again.",
}

const cannotDescribe = "The local engine cannot describe pictures."

/** Describing needs a trained model. */
async function refuseToDescribe(): Promise<never> {
  throw refuse(cannotDescribe)
}

/** Draws, cuts out, enlarges, inspects and stages on this computer alone, without a connection. Its threads start with the first order. */
export function createLocalEngine(options: LocalEngineOptions = {}): LocalEngine {
  const { threads = Math.min(8, availableParallelism()), budgetMs = defaultBudgetMs, log = () => {} } = options
  const pool = createPool({ threads, log })
  const { modelsDir: ownDir = null, addedModelsDir: addedDir = null } = options
  const models = createEngineModels({ ownDir, addedDir, threads, log })
  const bytesForWork = memoryForWork(options.memoryMb ?? Number.POSITIVE_INFINITY)
  const memory = shareMemory(bytesForWork)
  const context: WorkContext = { pool, models, threads, budgetMs }
  return {
    name: "local",
    capabilities: {
      maxPixels,
      ...limitsFor(bytesForWork),
      concurrency: threads,
      previews: true,
      isLocal: true,
      templates: shootTemplates,
    },
    pool,
    read(words) {
      if (words.kind === "picture") return readPicture(words.prompt, words.style)
      const { understood, ignored } = readSet(words.prompt, words.kind === "shoot" ? "" : words.triggerWord)
      const nothing = { substituted: [], unknown: null, nearest: null, scene: {}, isLarge: null }
      return { ...nothing, understood, ignored, isUnderstood: true }
    },
    isLocal: () => true,
    offer: async (kind) => ({
      engine: "local",
      refusal: kind === "description" ? cannotDescribe : null,
      isLocal: true,
      label: null,
    }),
    async run<K extends EngineOrderKind>(order: OrderOf<K>, watch: EngineWatch): Promise<EngineResults[K]> {
      watch.signal.throwIfAborted()
      watch.onEngine?.("local")
      const monotonic = keepGrowing(watch)
      try {
        const handler = handlers[order.kind as K]
        const results = await memory.hold(await memoryOf(order, threads), watch.signal, () =>
          handler(context, order, monotonic),
        )
        monotonic.onProgress(1)
        return results
      } catch (error) {
        if (watch.signal.aborted) throw watch.signal.reason
        throw translate(error, failures[order.kind])
      }
    },
    tellCutOut: () => models.tellCutOut(),
    async stop() {
      models.stop()
      await pool.stop()
    },
  }
}

/** Work that starts again after a thread died must not send the bar back, nor may tiles that end out of order. */
function keepGrowing(watch: EngineWatch): EngineWatch {
  let reached = -1
  return {
    ...watch,
    onProgress(fraction) {
      if (fraction <= reached || watch.signal.aborted) return
      reached = Math.min(1, fraction)
      watch.onProgress(reached)
    },
  }
}

function translate(error: unknown, message: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof PictureError) return refuse(error.message, error)
  if (error instanceof WorkFailed && error.isInput) return refuse(error.message, error)
  return new AppError("engine_failed", message, { cause: error })
}
