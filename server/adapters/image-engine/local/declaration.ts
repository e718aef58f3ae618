import type { EngineDeclaration } from "#server/adapters/image-engine/declaration.ts"
import { localSettings, readLocal } from "./settings.ts"

export const local: EngineDeclaration = {
  kind: "local",
  about: "",
  settings: localSettings,
  inspects: true,
  read(reader) {
    const settings = readLocal(reader)
    return {
      kind: "local",
      async open({ log }) {
        // Loaded only when chosen: it is much code.
        const { createLocalEngine } = await import("./engine.ts")
        return createLocalEngine({ ...settings, log: (message) => log.warn(message) })
      },
    }
  },
}
