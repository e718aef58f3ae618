import { captured } from "./captured/captured.ts"
import type { MessengerDeclaration } from "./declaration.ts"
import { disabled } from "./disabled/disabled.ts"
import { termii } from "./termii/declaration.ts"

/** Every way to send text messages. */
export const messageProviders: readonly [MessengerDeclaration, ...MessengerDeclaration[]] = [disabled, captured, termii]
