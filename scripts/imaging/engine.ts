import { lazily } from "#imaging/render/post/lazily.ts"
import { createLocalEngine } from "#server/adapters/image-engine/local/engine.ts"
import type { EngineOrderKind, EngineResults, OrderOf } from "#server/adapters/image-engine/port.ts"

/** Carries one order out on the local engine. @throws AppError as `ImageEngine.run` */
export type RunOrder = <K extends EngineOrderKind>(order: OrderOf<K>) => Promise<EngineResults[K]>

/** Runs a command with the local engine, which starts with the first order: a mistyped command waits for no threads. */
export async function withEngine<T>(modelsDir: string | undefined, act: (run: RunOrder) => Promise<T>): Promise<T> {
  const log = (message: string): void => void process.stderr.write(`${message}\n`)
  let isOpen = false
  const engine = lazily(() => {
    isOpen = true
    return createLocalEngine({ modelsDir: modelsDir ?? null, log })
  })
  const watch = {
    signal: new AbortController().signal,
    onProgress() {},
    onPreview() {},
    providerJobId: null,
    saveProviderJobId: async () => {},
  }
  try {
    return await act(<K extends EngineOrderKind>(order: OrderOf<K>) => engine().run<K>(order, watch))
  } finally {
    if (isOpen) await engine().stop()
  }
}
