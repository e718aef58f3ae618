import type { ModerationDeclaration } from "./declaration.ts"
import { openAi } from "./openai/declaration.ts"

/** Every service that can look through texts. Its own settings are enough to choose it. */
export const moderationProviders: readonly ModerationDeclaration[] = [openAi]
