import { AppError } from "#server/platform/errors.ts"
import type {
  EngineCapabilities,
  EngineOffer,
  EngineOrder,
  EngineOrderKind,
  EngineResults,
  EngineWatch,
  ImageEngine,
  KnownModel,
  OrderOf,
} from "./port.ts"

export interface RoutedEngines {
  /** Carries out what no route names. */
  usual: ImageEngine
  /** By slug of a mode or kind of an order; null switches it off. A mode's route goes before its kind's. */
  routes: ReadonlyMap<string, ImageEngine | null>
  /** Checks photos and mends cut-outs where no other engine does; that costs nobody anything. */
  inspector: ImageEngine | null
}

const nobody: EngineOffer = { engine: "none", refusal: "No engine is set up for this.", isLocal: false, label: null }

/** Several engines as one: each order goes to the engine that the settings name for it. */
export function createRoutingEngine({ usual, routes, inspector }: RoutedEngines): ImageEngine {
  const engines = [...new Set([usual, ...routes.values(), inspector])].filter((engine) => engine !== null)
  const route = (kind: EngineOrderKind, mode: string | undefined): ImageEngine | null => {
    const named = (mode === undefined ? undefined : routes.get(mode)) ?? routes.get(kind)
    if (mode !== undefined && routes.get(mode) === null) return null
    if (named !== undefined) return named
    return (kind === "inspection" || kind === "refinement") && inspector ? inspector : usual
  }
  // What is photographed without a trained model is laid into sets, which the engine that has some does.
  const photographer = routes.get("shoot") === undefined ? inspector : null
  return {
    name: usual.name,
    capabilities: merge(usual, engines),
    offer: async (kind, mode) => route(kind, mode)?.offer(kind, mode) ?? nobody,
    read: (prompt, mode) => route("picture", mode)?.read?.(prompt, mode) ?? null,
    async run<K extends EngineOrderKind>(order: OrderOf<K>, watch: EngineWatch): Promise<EngineResults[K]> {
      // Settings may have changed since an earlier attempt; who has the order goes on with it.
      const { holder, rest } = readTicket(watch.ticket)
      const { order: asked, trainedBy } = readKnown(order)
      const wanted = holder ?? trainedBy
      const found = engines.find(({ name }) => name === wanted)
      const engine = found ?? (isShootOfPhotos(order) ? photographer : null) ?? route(order.kind, modeOf(order))
      if (!engine) throw new AppError("engine_unavailable", "No engine is set up for this.")
      const own: EngineWatch = {
        signal: watch.signal,
        ticket: rest,
        saveTicket: (ticket) => watch.saveTicket(`${engine.name}:${ticket}`),
        onEngine: (name) => watch.onEngine?.(name),
        onProgress: (fraction) => watch.onProgress(fraction),
        onPreview: (index, preview) => watch.onPreview(index, preview),
        onShot: (index, shot) => watch.onShot?.(index, shot),
      }
      const result = await engine.run<K>(asked, own)
      return nameTrainer(order.kind, engine.name, result)
    },
    async stop() {
      await Promise.all(engines.map((engine) => engine.stop()))
    },
  }
}

function modeOf(order: EngineOrder): string | undefined {
  return "mode" in order ? order.mode : undefined
}

function isShootOfPhotos(order: EngineOrder): boolean {
  return order.kind === "shoot" && order.known === undefined
}

/** Hosted engines' models carry the name of the engine that trained them; only that one can use them. */
const trainer = /^(replicate|openai):(.+)$/s

function readKnown<K extends EngineOrderKind>(order: OrderOf<K>): { order: OrderOf<K>; trainedBy: string | null } {
  const known = "known" in order ? (order.known as KnownModel | undefined) : undefined
  const [, trainedBy, model] = known?.model.match(trainer) ?? []
  if (!known || !trainedBy || !model) return { order, trainedBy: known ? "local" : null }
  return { order: { ...order, known: { ...known, model } }, trainedBy }
}

function nameTrainer<K extends EngineOrderKind>(kind: K, engine: string, result: EngineResults[K]): EngineResults[K] {
  if (kind !== "training" || (engine !== "replicate" && engine !== "openai")) return result
  const { model } = result as EngineResults["training"]
  return { ...result, model: `${engine}:${model}` }
}

function readTicket(ticket: string | null): { holder: string | null; rest: string | null } {
  const at = ticket?.indexOf(":") ?? -1
  return ticket === null || at < 0
    ? { holder: null, rest: null }
    : { holder: ticket.slice(0, at), rest: ticket.slice(at + 1) }
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
    canTrain: engines.some(({ capabilities }) => capabilities.canTrain),
    templates: engines.find(({ capabilities }) => capabilities.templates.length > 0)?.capabilities.templates ?? [],
  }
}
