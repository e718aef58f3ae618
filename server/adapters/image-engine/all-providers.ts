import type { EngineDeclaration } from "./declaration.ts"
import { fake } from "./fake/declaration.ts"
import { local } from "./local/declaration.ts"
import { openAi } from "./openai/declaration.ts"
import { replicate } from "./replicate/declaration.ts"

/** Every engine; the first is always there. */
export const engineProviders: readonly [EngineDeclaration, ...EngineDeclaration[]] = [local, replicate, openAi, fake]
