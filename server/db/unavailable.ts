/** The database cannot be reached right now; what was asked may or may not have been carried out. */
export class DatabaseUnavailableError extends Error {
  constructor(cause?: unknown) {
    const why = cause instanceof Error && cause.message ? ` ${cause.message}` : ""
    super(`The database does not answer.${why}`, { cause })
    this.name = "DatabaseUnavailableError"
  }
}

/** PostgreSQL's words for: it stops, it starts, the connection broke, or it takes no more connections. */
const unavailableCodes = /^(?:08\w{3}|57P0[1-3]|53300)$/

/** @returns a broken connection as such; what the database itself answered stays as it is */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError || !(error instanceof Error)) return error
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  const isAnswer = severity !== undefined && !unavailableCodes.test(String(code))
  return isAnswer ? error : new DatabaseUnavailableError(error)
}
