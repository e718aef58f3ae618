import { AppError } from "#server/platform/errors.ts"
import { type FailureKind, ProviderFailure } from "#server/platform/providers/provider-fetch.ts"

/** What the person hears; a provider's own words stay in the log. */
export const words = {
  declined: "The provider declined this request. Please change the words or the picture. Your credits are back.",
  busy: "Too many pictures are being made right now. Please try again in a minute. Your credits are back.",
  outOfOrder: "This is out of order for now, and we have been told. Your credits are back.",
  silent: "The provider does not answer properly right now. Please try again later. Your credits are back.",
  failed: "The provider could not make this. Please try other words or another picture. Your credits are back.",
} as const

const byKind: Record<FailureKind, () => AppError> = {
  moderated: () => new AppError("picture_refused", words.declined),
  rate_limited: () => new AppError("engine_unavailable", words.busy),
  auth: () => new AppError("engine_unavailable", words.outOfOrder),
  out_of_credit: () => new AppError("engine_unavailable", words.outOfOrder),
  not_found: () => new AppError("engine_unavailable", words.outOfOrder),
  bad_input: () => new AppError("engine_failed", words.failed),
  unavailable: () => new AppError("engine_unavailable", words.silent),
  timeout: () => new AppError("engine_unavailable", words.silent),
  unknown_outcome: () => new AppError("engine_unavailable", words.silent),
  bad_reply: () => new AppError("engine_unavailable", words.silent),
}

/** A provider's failure as the end of an order; anything else as it is. */
export function toPersonError(error: unknown): unknown {
  return error instanceof ProviderFailure ? byKind[error.kind]() : error
}

/** Why an order cannot be placed while its engine is switched off. */
export function pausedWords(reason: string): string {
  return reason === "auth" || reason === "out_of_credit"
    ? "This is out of order for now. Please try another mode."
    : "This does not answer right now. Please try again in a few minutes, or try another mode."
}
