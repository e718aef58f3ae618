import { type FailureKind, ProviderFailure } from "#server/platform/providers/provider-fetch.ts"

/** Something is made or being made, but cannot be looked at now: a later attempt goes on where this one ended. */
export class UnfinishedRun extends Error {
  readonly kind: FailureKind

  constructor(cause: ProviderFailure) {
    super(cause.message, { cause })
    this.name = "UnfinishedRun"
    this.kind = cause.kind
  }
}

/** Runs a read that belongs to something already made. @throws UnfinishedRun when it may work later */
export async function readOn<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const mayWorkLater =
      error instanceof ProviderFailure && ["unavailable", "timeout", "rate_limited"].includes(error.kind)
    throw mayWorkLater ? new UnfinishedRun(error) : error
  }
}
