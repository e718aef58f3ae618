import type { EngineParts } from "#server/adapters/image-engine/declaration.ts"
import type { ImageEngine } from "#server/adapters/image-engine/port.ts"
import { createRoutingEngine } from "#server/adapters/image-engine/routing.ts"
import type { EnginesConfig } from "#server/settings/engines.ts"

/** Opens every engine the settings name, each once, behind one that routes orders to them. */
export async function openEngines(
  { usual, routes, inspector, setUp }: EnginesConfig,
  parts: EngineParts,
): Promise<ImageEngine> {
  const opened = new Map<string, Promise<ImageEngine>>()
  const open = (kind: string): Promise<ImageEngine> => {
    const known = opened.get(kind) ?? openOne(kind)
    opened.set(kind, known)
    return known
  }
  const openOne = async (kind: string): Promise<ImageEngine> => {
    const found = setUp.get(kind)
    if (!found) throw new Error(`The engine ${kind} is not set up.`)
    return found.open(parts)
  }
  const named = new Map<string, ImageEngine | null>()
  for (const [part, kind] of routes) named.set(part, kind === null ? null : await open(kind))
  const trainers = [...setUp.values()].filter(({ isTrainer }) => isTrainer)
  return createRoutingEngine({
    usual: await open(usual),
    routes: named,
    inspector: inspector === null ? null : await open(inspector),
    trainers: await Promise.all(trainers.map(({ kind }) => open(kind))),
  })
}
