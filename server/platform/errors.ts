import { type ErrorType, errorStatus } from "#contract/errors.ts"

/** A failure we expect: its type is a row of the error table, its message is for the person. */
export class AppError extends Error {
  readonly type: ErrorType
  /** What is wrong, by field of the body; for forms. */
  readonly fields: Readonly<Record<string, string>> | undefined

  constructor(
    type: ErrorType,
    message: string,
    options?: { cause?: unknown; fields?: Readonly<Record<string, string>> },
  ) {
    super(message, options)
    this.name = "AppError"
    this.type = type
    this.fields = options?.fields
  }

  /** HTTP status of this failure. */
  get status(): number {
    return errorStatus[this.type]
  }
}

/** What a session that still awaits its second factor is told. */
export function moreFactorsRequired(): AppError {
  return new AppError(
    "user_more_factors_required",
    "More factors are required to complete the sign in process: give a code of your authenticator app.",
  )
}

/** Why work is aborted whose order has ended otherwise: nobody wants its result any more. */
export class OrderEnded extends Error {
  constructor() {
    super("the order was ended")
    this.name = "OrderEnded"
  }
}
