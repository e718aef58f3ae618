import { createFakeEngine } from "#server/adapters/image-engine/fake/fake.ts"
import type {
  EngineOrderKind,
  EngineResults,
  EngineWatch,
  ImageEngine,
  OrderOf,
} from "#server/adapters/image-engine/port.ts"

/** What happens before whoever asked the engine hears its answer. */
export interface Interruptions {
  offered?(kind: EngineOrderKind): Promise<void>
  ran?(kind: EngineOrderKind): Promise<void>
}

/** The fake engine, during whose answers other things happen; a test may change them at any time. */
export function createInterruptedEngine(meanwhile: Interruptions): ImageEngine {
  const fake = createFakeEngine()
  return {
    ...fake,
    async offer(kind, about) {
      const offer = await fake.offer(kind, about)
      await meanwhile.offered?.(kind)
      return offer
    },
    async run<K extends EngineOrderKind>(order: OrderOf<K>, watch: EngineWatch): Promise<EngineResults[K]> {
      const result = await fake.run<K>(order, watch)
      await meanwhile.ran?.(order.kind)
      return result
    },
  }
}
