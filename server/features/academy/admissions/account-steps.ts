import type { AccountSteps } from "#server/declarations/services.ts"
import { activatePortal } from "./service.ts"

/** Whoever has a place activates the portal by setting a password from the mailbox. */
export const portalSteps: AccountSteps = { recovered: activatePortal }
