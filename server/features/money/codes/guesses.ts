import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { countRequest, refundRequest } from "#server/platform/limits/rate-limit.ts"

/** Wrong codes that one person may try. */
const guesses = { max: 10, windowSeconds: 3_600 }

/**
 * Tries a code. Each try is counted before it is looked at, so that many at once gain nothing; a right one is taken back.
 * @throws AppError `general_rate_limit_exceeded`, and whatever the try refuses
 */
export async function tryCode<T>(
  s: Pick<Services, "db" | "config">,
  accountId: string,
  work: () => Promise<T>,
): Promise<T> {
  const key = `code:${accountId}`
  await countRequest(s.db, key, guesses, s.config.rateLimitFactor)
  try {
    const result = await work()
    await refundRequest(s.db, key, guesses)
    return result
  } catch (error) {
    if (!isWrongCode(error)) await refundRequest(s.db, key, guesses)
    throw error
  }
}

/** What people read of a code that does not exist, is over or is somebody else's: which of them is nobody's business. */
export function wrongCode(message = "This code is not valid."): AppError {
  return new AppError("general_argument_invalid", message, { fields: { code: message } })
}

function isWrongCode(error: unknown): boolean {
  return error instanceof AppError && error.fields?.code !== undefined
}
