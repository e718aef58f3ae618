import { modes } from "#contract/catalogue/modes.ts"
import { engineProviders } from "#server/adapters/image-engine/all-providers.ts"
import type { EngineSetUp } from "#server/adapters/image-engine/declaration.ts"
import { readPairs } from "#server/platform/settings/read-pairs.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"
import { nameKinds } from "./provider-choice.ts"

/** What can be routed besides modes. */
export const routedKinds = [
  "picture",
  "cut-out",
  "enlargement",
  "inspection",
  "shoot",
  "description",
  "training",
  "model-picture",
] as const

export interface EnginesConfig {
  /** Kind of the engine that carries out what no route names. */
  usual: string
  /** Kind of an engine by slug of a mode or kind of an order; null switches it off. */
  routes: ReadonlyMap<string, string | null>
  /** Who checks photos where the usual engine does not. */
  inspector: string | null
  /** Engines whose settings are there, by kind. */
  setUp: ReadonlyMap<string, EngineSetUp>
}

const [local] = engineProviders
const kinds = engineProviders.map(({ kind }) => kind)

export const engineSettings: readonly Setting[] = [
  { name: "ENGINE", what: `Image engine: ${nameKinds(engineProviders)}; see docs/engines.md.`, default: local.kind },
  {
    name: "ENGINE_ROUTES",
    what: "Other engines for single modes or kinds, such as `dalle3=openai,cut-out=local`; `none` switches one off.",
    default: "none",
  },
  ...engineProviders.flatMap(({ settings }) => settings),
]

/** Reads who draws, and the settings of all engines; what is wrong or half set is added to the reader's problems. */
export function readEngines(reader: SettingsReader): EnginesConfig {
  const { text, problems } = reader
  const usual = readKind(text("ENGINE") ?? local.kind, "ENGINE", problems)
  const routes = readRoutes(reader)
  const used = new Set([usual, ...routes.values()])
  const setUp = new Map<string, EngineSetUp>()
  for (const provider of engineProviders) {
    const read = provider.read(reader)
    if (read) setUp.set(provider.kind, read)
    else if (provider.refusal !== undefined && used.has(provider.kind)) problems.push(provider.refusal)
  }
  const inspects = engineProviders.find(({ kind }) => kind === usual)?.inspects ?? false
  return { usual, routes, inspector: inspects ? null : local.kind, setUp }
}

function readKind(value: string, setting: string, problems: string[]): string {
  if (kinds.includes(value)) return value
  problems.push(`${setting} is "${value}"; it must be one of ${kinds.join(", ")}.`)
  return local.kind
}

function readRoutes({ text, problems }: SettingsReader): EnginesConfig["routes"] {
  const routes = new Map<string, string | null>()
  const known: readonly string[] = [...routedKinds, ...modes.map(({ slug }) => slug)]
  for (const [name, engine] of readPairs(text("ENGINE_ROUTES"))) {
    if (!known.includes(name)) problems.push(`ENGINE_ROUTES has "${name}"; it must be one of ${known.join(", ")}.`)
    routes.set(name, engine === "none" ? null : readKind(engine, `ENGINE_ROUTES for ${name}`, problems))
  }
  return routes
}
