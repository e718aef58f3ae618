import { type DestinationStream, type Logger, pino } from "pino"
import { DatabaseUnavailableError } from "#server/db/unavailable.ts"
import { redact, redactText } from "./redact.ts"

/** While the database is away every call and every job fails alike: one line a second says it. */
const unavailableEveryMs = 1_000

/** Makes the log of a process. @param to in place of the standard output, for tests */
export function createLog(level: string, to?: DestinationStream): Logger {
  let lastUnavailableAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return pino(
    {
      level,
      // A database error carries its statement and values; those stay out of the log.
      serializers: { err: describeError, req: describeRequest, res: () => undefined },
      // The one place where secrets are taken out, whatever is logged and whoever logs it.
      formatters: { log: (values) => redact(values) as Record<string, unknown> },
      hooks: {
        streamWrite: redactText,
        logMethod(args, write) {
          const [first] = args as unknown[]
          if (!isUnavailable(first)) return write.apply(this, args)
          const now = performance.now()
          if (now - lastUnavailableAt < unavailableEveryMs) {
            leftOut++
            return
          }
          const more = leftOut
          lastUnavailableAt = now
          leftOut = 0
          write.apply(this, [{ leftOut: more, err: (first as { err: Error }).err }, "the database does not answer"])
        },
      },
    },
    to ?? pino.destination(1),
  )
}

/** Of a call only what it asked for: its headers sign in. */
function describeRequest({ method, url }: { method?: string; url?: string }): object {
  return { method, url: redactText(url ?? "") }
}

function isUnavailable(given: unknown): boolean {
  const error = typeof given === "object" && given !== null && "err" in given ? given.err : null
  return (
    error instanceof DatabaseUnavailableError ||
    (error instanceof Error && error.cause instanceof DatabaseUnavailableError)
  )
}

/** What is logged of an error, with what caused it: "fetch failed" alone helps nobody. */
function describeError(error: Error & { code?: string }, depth = 0): object {
  const isShort = error instanceof DatabaseUnavailableError
  return {
    type: error.name,
    message: redactText(error.message),
    code: error.code,
    ...(isShort ? {} : { stack: redactText(error.stack ?? "") }),
    ...(error.cause instanceof Error && depth < 4 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}
