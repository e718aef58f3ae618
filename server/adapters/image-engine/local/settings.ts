import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** What the local engine may use of the machine. */
export interface LocalSettings {
  threads: number
  /** Memory of the machine or container, in megabytes. */
  memoryMb: number
  /** Time for one picture, in ms; samples are left out to keep it. */
  budgetMs: number
  /** Folder of ONNX models that the operator put there, if any. */
  modelsDir: string | null
  /** Folder of models that are added by command or press. */
  addedModelsDir: string
}

export const localSettings: readonly Setting[] = [
  {
    name: "ENGINE_THREADS",
    what: "Threads of the local engine.",
    default: "number of cores, at most 8, and one for each 512 MB beyond the first",
  },
  {
    name: "ENGINE_PICTURE_SECONDS",
    what: "Time the local engine has for one picture; where that is short, it is drawn with fewer samples.",
    default: "45",
  },
  {
    name: "MODELS_DIR",
    what: "Folder of ONNX models for cut-outs and enlargements; needs onnxruntime-node (docs/imaging).",
    default: "none",
  },
]

/** What is wrong is added to the reader's problems. */
export function readLocal({ text, problems, threads, memoryMb, dataDir }: SettingsReader): LocalSettings {
  const whole = (name: string, usual: number, max: number, unit: string): number => {
    const value = text(name)
    if (value === null) return usual
    const number = Number(value)
    if (Number.isInteger(number) && number >= 1 && number <= max) return number
    problems.push(`${name} is "${value}"; it must be a number${unit} from 1 to ${max}.`)
    return usual
  }
  const modelsDir = text("MODELS_DIR")
  if (modelsDir && !existsSync(modelsDir)) problems.push(`MODELS_DIR is "${modelsDir}"; there is no such folder.`)
  return {
    threads: whole("ENGINE_THREADS", threads, 64, ""),
    memoryMb,
    budgetMs: whole("ENGINE_PICTURE_SECONDS", 45, 600, " of seconds") * 1_000,
    modelsDir: modelsDir && resolve(modelsDir),
    addedModelsDir: join(dataDir, "models"),
  }
}
