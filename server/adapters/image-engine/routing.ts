import { AppError } from "#server/platform/errors.ts"
import type {
  EngineCapabilities,
  EngineOrder,
  EngineOrderKind,
  EngineResults,
  EngineWatch,
  ImageEngine,
  KnownModel,
  OfferAbout,
  OrderOf,
} from "./port.ts"

export interface RoutedEngines {
  /** Carries out what no route names. */
  usual: ImageEngine
  /** By slug of a mode or kind of an order; null switches it off. A mode's route goes before its kind's. */
  routes: ReadonlyMap<string, ImageEngine | null>
  /** Checks photos and mends cut-outs where no other engine does; that costs nobody anything. */
  inspector: ImageEngine | null
  /** Engines without a route of their own that go on drawing the models they trained before. */
  trainers?: readonly ImageEngine[]
}

const words = {
  nobody: "No engine is set up for this.",
  trainerGone: "The engine that trained this model is not set up any more. Please train the model again.",
} as const

function refusalFor({ model }: OfferAbout): string {
  return model === undefined ? words.nobody : words.trainerGone
}

/** Several engines as one: each order goes to the engine that the settings name for it. */
export function createRoutingEngine({ usual, routes, inspector, trainers = [] }: RoutedEngines): ImageEngine {
  const routed = [...new Set([usual, ...routes.values(), inspector])].filter((engine) => engine !== null)
  const engines = [...new Set([...routed, ...trainers])]
  const findEngine = (name: string): ImageEngine | null => engines.find((engine) => engine.name === name) ?? null
  const route = (kind: EngineOrderKind, { mode, model }: OfferAbout): ImageEngine | null => {
    // A model is drawn by the engine that trained it, whatever the routes say by now.
    if (model !== undefined) return findEngine(trainerOf(model))
    const named = (mode === undefined ? undefined : routes.get(mode)) ?? routes.get(kind)
    if (mode !== undefined && routes.get(mode) === null) return null
    // What is photographed without a trained model is laid into sets: an engine that has none cannot, whatever the route says.
    const isWithoutSets = named !== null && (named?.capabilities.templates.length ?? 0) === 0
    if (kind === "shoot" && isWithoutSets && inspector) return inspector
    if (named !== undefined) return named
    return (kind === "inspection" || kind === "refinement") && inspector ? inspector : usual
  }
  return {
    name: usual.name,
    capabilities: merge(usual, routed),
    async offer(kind, about = {}) {
      const engine = route(kind, about)
      return engine
        ? engine.offer(kind, about)
        : { engine: "none", refusal: refusalFor(about), isLocal: false, label: null }
    },
    isLocal: (kind) => route(kind, {})?.isLocal(kind) ?? false,
    async tellCutOut() {
      const engine = route("cut-out", {})
      return (await engine?.tellCutOut?.()) ?? (engine ? `by the engine ${engine.name}` : "switched off")
    },
    read: (words) => route(words.kind, words.kind === "shoot" ? {} : words)?.read?.(words) ?? null,
    async run<K extends EngineOrderKind>(order: OrderOf<K>, watch: EngineWatch): Promise<EngineResults[K]> {
      // Settings may have changed since an earlier attempt; who has the order goes on with it.
      const { holder, rest } = readProviderJobId(watch.providerJobId)
      const about = aboutOf(order)
      const engine = holder === null ? route(order.kind, about) : findEngine(holder)
      if (!engine) throw new AppError("engine_unavailable", refusalFor(about))
      const own: EngineWatch = {
        signal: watch.signal,
        providerJobId: rest,
        saveProviderJobId: (providerJobId) => watch.saveProviderJobId(`${engine.name}:${providerJobId}`),
        onEngine: (name) => watch.onEngine?.(name),
        onProgress: (fraction) => watch.onProgress(fraction),
        onPreview: (index, preview) => watch.onPreview(index, preview),
        onShot: (index, shot) => watch.onShot?.(index, shot),
      }
      const result = await engine.run<K>(toTrainer(order, engine), own)
      return nameTrainer(order.kind, engine, result)
    },
    async abandon(providerJobId) {
      const { holder, rest } = readProviderJobId(providerJobId)
      if (holder !== null && rest !== null) await findEngine(holder)?.abandon?.(rest)
    },
    async check() {
      const ask = (engine: ImageEngine): Promise<string[]> =>
        engine.check?.().catch((cause: unknown) => {
          throw new Error(`${engine.name} cannot be used.`, { cause })
        }) ?? Promise.resolve([])
      return (await Promise.all(engines.map(ask))).flat()
    },
    async stop() {
      await Promise.all(engines.map((engine) => engine.stop()))
    },
  }
}

function aboutOf(order: EngineOrder): OfferAbout {
  if ("known" in order && order.known) return { model: order.known.model }
  return "mode" in order ? { mode: order.mode } : {}
}

/** Who trained a model. */
function trainerOf(model: string): string {
  return model.match(/^([a-z]+):./s)?.[1] ?? "local"
}

/** Hosted engines do not put their own name in front of a model. */
function toTrainer<K extends EngineOrderKind>(order: OrderOf<K>, { name, capabilities }: ImageEngine): OrderOf<K> {
  if (capabilities.isLocal || !("known" in order) || !order.known?.model.startsWith(`${name}:`)) return order
  const known: KnownModel = order.known
  return { ...order, known: { ...known, model: known.model.slice(name.length + 1) } }
}

function nameTrainer<K extends EngineOrderKind>(
  kind: K,
  { name, capabilities }: ImageEngine,
  result: EngineResults[K],
): EngineResults[K] {
  if (kind !== "training" || capabilities.isLocal) return result
  const { model } = result as EngineResults["training"]
  return { ...result, model: `${name}:${model}` }
}

function readProviderJobId(providerJobId: string | null): { holder: string | null; rest: string | null } {
  const at = providerJobId?.indexOf(":") ?? -1
  return providerJobId === null || at < 0
    ? { holder: null, rest: null }
    : { holder: providerJobId.slice(0, at), rest: providerJobId.slice(at + 1) }
}

/** Promises only what holds whoever carries an order out; templates come from whoever has some. */
function merge(usual: ImageEngine, engines: readonly ImageEngine[]): EngineCapabilities {
  const least = (name: "maxPixels" | "maxFilePixels"): number =>
    Math.min(...engines.map(({ capabilities }) => capabilities[name]))
  return {
    maxPixels: least("maxPixels"),
    maxFilePixels: least("maxFilePixels"),
    maxEnlargedPixels: Math.max(...engines.map(({ capabilities }) => capabilities.maxEnlargedPixels)),
    concurrency: usual.capabilities.concurrency,
    previews: usual.capabilities.previews,
    isLocal: usual.capabilities.isLocal,
    templates: engines.find(({ capabilities }) => capabilities.templates.length > 0)?.capabilities.templates ?? [],
  }
}
