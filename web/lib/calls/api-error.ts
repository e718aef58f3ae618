import { type ErrorType, errorStatus } from "#contract/errors.ts"

/** Why a call failed: a row of the contract's table, or "no_answer" when nothing came back (network, time limit). */
export type FailureType = ErrorType | "no_answer"

/** A call that failed. The message is for the person. */
export class ApiError extends Error {
  readonly type: FailureType
  /** HTTP status; 0 when there was no answer. */
  readonly code: number
  /** What is wrong, by field of the body. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds until it may be tried again; null where the server does not say. */
  readonly retryAfter: number | null

  constructor(failure: {
    message: string
    type: FailureType
    code: number
    fields?: Record<string, string> | undefined
    retryAfter?: number | undefined
  }) {
    super(failure.message)
    this.name = "ApiError"
    this.type = failure.type
    this.code = failure.code
    this.fields = failure.fields ?? {}
    this.retryAfter = failure.retryAfter ?? null
  }
}

/** What people read when the server cannot be reached. */
export const noAnswerMessage = "The server did not answer. Check your internet connection and try again."

/** What people read when they press a button that needs the network while the device has none. */
export const offlineMessage = "You are offline. Nothing was sent or charged. Try again when the connection is back."

/** The failure of a call that got no usable answer. */
export function noAnswer(message = noAnswerMessage): ApiError {
  return new ApiError({ message, type: "no_answer", code: 0 })
}

/**
 * Reads a failed answer in the contract's shape; anything else becomes a bland failure of that status.
 * @param wait what its header `retry-after` says, of which seconds are understood: the answer may be a proxy's
 */
export function readFailure(status: number, body: unknown, wait: string | null = null): ApiError {
  const { message, type, fields, retryAfter } = (typeof body === "object" && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  return new ApiError({
    message:
      typeof message === "string" && message !== "" ? message : "Something went wrong on our side. Please try again.",
    type: isErrorType(type) ? type : "general_unknown",
    code: status,
    fields: isFields(fields) ? fields : undefined,
    retryAfter: typeof retryAfter === "number" ? retryAfter : readSeconds(wait),
  })
}

function readSeconds(wait: string | null): number | undefined {
  return wait !== null && /^\d{1,9}$/.test(wait) ? Number(wait) : undefined
}

/** Whether the server could not be asked, so that a copy may stand in for its answer. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 0 || error.code >= 500)
}

/** Whether the failure says that nobody is signed in (any more). */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.type === "general_unauthorized_scope"
}

/** Whether an order was refused because money for the same thing is on its way. */
export function isUnderWay(error: unknown): boolean {
  return error instanceof ApiError && error.type === "payment_under_way"
}

/** Words for a person from anything that was thrown. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof Error && error.message !== "" ? error.message : otherwise
}

function isErrorType(value: unknown): value is ErrorType {
  return typeof value === "string" && Object.hasOwn(errorStatus, value)
}

function isFields(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string")
}

/** Whether what was asked for is not there, so that asking again is no use. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 404
}
