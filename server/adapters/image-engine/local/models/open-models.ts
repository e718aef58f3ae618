import { existsSync } from "node:fs"
import { join } from "node:path"
import type { UpscaleFactor } from "#imaging/upscale/upscale.ts"
import { type CutoutModel, openCutoutModel } from "./cutout-model.ts"
import { importRuntime, type OnnxRuntime } from "./runtime.ts"
import { openUpscaleModel, type UpscaleModel } from "./upscale-model.ts"

/** What the operator's models can do; what is absent, the local engine's own methods do. */
export interface Models {
  cutout?: CutoutModel
  /** By factor. */
  upscale: ReadonlyMap<UpscaleFactor, UpscaleModel>
}

export interface ModelsOptions {
  /** Folder with `cutout/`, `upscale-2/` and `upscale-4/`, each optional, each holding a `model.onnx`. */
  dir: string
  /** Hears in one line each what is used and what is missing. */
  log: (message: string) => void
  /** onnxruntime-node, unless it comes from elsewhere. */
  loadRuntime?: () => Promise<OnnxRuntime | undefined>
}

/** Opens the models of a folder. What is missing or broken is said in the log and left out; nothing is thrown. */
export async function openModels({ dir, log, loadRuntime = importRuntime }: ModelsOptions): Promise<Models> {
  const upscale = new Map<UpscaleFactor, UpscaleModel>()
  const has = (name: string): boolean => existsSync(join(dir, name, "model.onnx"))
  if (!["cutout", "upscale-2", "upscale-4"].some(has)) {
    log(`no models in ${dir}: expected cutout/model.onnx, upscale-2/model.onnx or upscale-4/model.onnx`)
    return { upscale }
  }
  const runtime = await tryTo("onnxruntime-node", loadRuntime, log)
  if (!runtime) {
    log(`the models in ${dir} are not used: onnxruntime-node is not installed`)
    return { upscale }
  }
  const open = async <T>(name: string, what: string, read: (folder: string) => Promise<T>): Promise<T | undefined> => {
    if (!has(name)) return undefined
    const model = await tryTo(`the model ${name}`, () => read(join(dir, name)), log)
    if (model) log(`${what} use the model ${join(dir, name)}`)
    return model
  }
  for (const factor of [2, 4] as const) {
    const read = (folder: string): Promise<UpscaleModel> => openUpscaleModel(runtime, folder, factor)
    const model = await open(`upscale-${factor}`, `×${factor} enlargements`, read)
    if (model) upscale.set(factor, model)
  }
  const cutout = await open("cutout", "cut-outs", (folder) => openCutoutModel(runtime, folder))
  return cutout ? { cutout, upscale } : { upscale }
}

async function tryTo<T>(what: string, load: () => Promise<T>, log: (message: string) => void): Promise<T | undefined> {
  try {
    return await load()
  } catch (error) {
    log(`${what} cannot be used: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
