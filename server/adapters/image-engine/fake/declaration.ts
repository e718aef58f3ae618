import type { EngineDeclaration } from "#server/adapters/image-engine/declaration.ts"
import { createFakeEngine } from "./fake.ts"

export const fake: EngineDeclaration = {
  kind: "fake",
  about: " (tests only)",
  settings: [],
  refusal: "ENGINE is fake, which is refused when NODE_ENV is production.",
  inspects: true,
  read: ({ isProduction }) => (isProduction ? null : { kind: "fake", open: createFakeEngine }),
}
