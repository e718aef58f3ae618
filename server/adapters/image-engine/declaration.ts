import type { Opening, ProviderDeclaration, ProviderParts } from "#server/adapters/provider.ts"
import type { ProviderPauses } from "#server/platform/providers/provider-pauses.ts"
import type { Notifications } from "#server/platform/realtime/notifications.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"
import type { ImageEngine } from "./port.ts"

/** What the folder of an engine says of itself; all-providers.ts lists them. */
export interface EngineDeclaration extends Pick<ProviderDeclaration, "kind" | "about"> {
  settings: readonly Setting[]
  /** What is told where ENGINE or a route names it and it is not set up; absent of one that always is. */
  refusal?: string
  /** Checks photos and mends cut-outs, so that another engine need not be asked for that. */
  inspects: boolean
  /** @returns null when it is not set up; what is wrong or half set is added to the reader's problems */
  read(reader: SettingsReader): EngineSetUp | null
}

export interface EngineSetUp extends Opening<ImageEngine | Promise<ImageEngine>, EngineParts> {
  /** Whether it goes on drawing the models it trained before when no route names it any more. */
  isTrainer?: boolean
  /** @param body as it arrived @returns null when it does not come from the provider, "nothing" when it is of no use */
  readNews?(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Buffer,
  ): EngineNews | "nothing" | null
}

/** Of which work a provider's message speaks; nothing in it is believed, it only says that asking is worth while. */
export interface EngineNews {
  /** The same for a message that comes twice. */
  eventId: string
  /** The provider's name for the work. */
  externalId: string
}

/** What an opened engine may use of the installation. */
export interface EngineParts extends ProviderParts {
  notifications: Notifications
  pauses: ProviderPauses
  /** Other waiting times, for tests. */
  pace: EnginePace
}

/** How long is waited for providers; tests are in a hurry. */
export interface EnginePace {
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** By engine and name of a time, in milliseconds. */
  times?: Readonly<Record<string, Readonly<Record<string, number>>>>
}
