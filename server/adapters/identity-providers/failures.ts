import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client"
import { AppError } from "#server/platform/errors.ts"

/** Codes of the library for answers that did not come, or were no answer. */
const unreachable = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
])

/** Runs a talk with a provider and puts what went wrong into words of ours; the cause stays for the log. */
export async function withFailures<T>(title: string, talk: () => Promise<T>): Promise<T> {
  try {
    return await talk()
  } catch (cause) {
    throw cause instanceof AppError ? cause : toAppError(title, cause)
  }
}

function toAppError(title: string, cause: unknown): AppError {
  if (cause instanceof AuthorizationResponseError) {
    const message =
      cause.error === "access_denied" || cause.error === "user_cancelled_authorize"
        ? `Signing in with ${title} was cancelled.`
        : `${title} refused: ${cause.error}.`
    return new AppError("user_oauth2_provider_error", message, { cause })
  }
  if (cause instanceof ResponseBodyError) {
    return cause.error === "invalid_client" || cause.error === "unauthorized_client"
      ? new AppError("user_oauth2_unauthorized", `${title} does not know this installation.`, { cause })
      : new AppError("user_oauth2_bad_request", `${title} did not take the sign-in. Please start again.`, { cause })
  }
  if (cause instanceof ClientError && !isUnreachable(cause)) {
    return new AppError("user_oauth2_bad_request", `The answer of ${title} is not to be trusted.`, { cause })
  }
  return new AppError("user_oauth2_provider_error", `${title} did not answer. Please try again.`, { cause })
}

/** The library hides what is not its own, such as a refused connection, behind an error without a code. */
function isUnreachable({ code }: ClientError): boolean {
  return code === undefined || unreachable.has(code)
}
